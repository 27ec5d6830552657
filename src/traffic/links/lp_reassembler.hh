// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "wire/lp_header.hh"

namespace augustus::traffic {

/// Puts the NDNLPv2 fragments of one sender together (NDNLPv2, indexed fragmentation). A message of which
/// parts are missing gives way to the next that falls on its place.
class LpReassembler {
 public:
  LpReassembler() : messages_(messages_max) {}

  /// Takes one fragment of several; the header of the whole packet once it is complete, whose `fragment` is
  /// valid until the next call; nullptr before, and for a packet longer than any may be.
  const wire::LpHeader* add(const wire::LpHeader& part);
  /// Copies a token that lies in memory about to be reused; valid until the next call.
  std::span<const std::uint8_t> keep_token(std::span<const std::uint8_t> token);
  /// Fragments whose packet was given up.
  std::uint64_t given_up() const { return given_up_; }

 private:
  static constexpr std::size_t messages_max = 256;
  static constexpr unsigned parts_max = 64;

  struct Message {
    bool used = false;
    std::uint64_t first_sequence = 0;
    std::uint64_t count = 0;
    unsigned have = 0;
    wire::LpHeader header;  ///< of the first fragment
    std::array<std::vector<std::uint8_t>, parts_max> parts;
  };

  std::vector<Message> messages_;
  wire::LpHeader whole_;
  std::vector<std::uint8_t> bytes_;
  std::array<std::uint8_t, wire::pit_token_bytes_max> token_{};
  std::uint64_t given_up_ = 0;
};

}  // namespace augustus::traffic
