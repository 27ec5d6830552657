// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "main/bench/pit_names.hh"
#include "table/study/pending_table.hh"

namespace augustus::bench {

/// Interests for different names, and the Data for the first of every so many of them when as many have come
/// since as may be pending. Times are made up: that takes 100 ms, and Interests live 110 ms. Chunks of
/// packets are made outside the clock that measures.
class PitTraffic {
 public:
  static constexpr std::size_t chunk_packets = 512;

  struct Packet {
    table::study::PendingName name;  ///< without hash
    std::uint64_t number;
    table::study::TimeMs now;
    bool is_interest;
  };

  /// `load`: the share of Interests in all packets, 0.5 to 1. `pending`: Interests that have not been
  /// answered, or not yet, and live. `names` outlives it and has enough different ones.
  PitTraffic(const PitNames& names, double load, std::uint32_t pending);

  /// The next packets; they last until the next call.
  std::span<Packet> next_chunk();

  /// Of the Interests of the last chunk's time that nobody answers, those whose time is up, once.
  std::span<const table::study::PendingName> unanswered() const { return unanswered_; }

  static constexpr table::study::TimeMs lifetime = 110;

 private:
  bool answered(std::uint64_t number) const;
  Packet packet(std::uint64_t number, bool is_interest);
  table::study::PendingName name(std::uint64_t number, std::vector<std::uint8_t>& bytes, std::size_t slot);

  const PitNames& names_;
  double answers_;  ///< an Interest
  std::uint32_t pending_;
  std::size_t stride_;
  std::vector<std::uint8_t> bytes_, unanswered_bytes_;
  std::vector<Packet> packets_;
  std::vector<table::study::PendingName> unanswered_;
  std::uint64_t next_ = 0;  ///< Interest
};

}  // namespace augustus::bench
