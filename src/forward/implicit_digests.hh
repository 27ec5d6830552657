// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/counter.hh"
#include "forward/burst.hh"
#include "forward/read_view.hh"
#include "wire/data.hh"

namespace augustus::forward {

/// SHA-256 of Data on its way, computed when a record asks for one, and once for all records of all stages that do.
class ImplicitDigests {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  /// A new burst begins: packets of the one before may be gone.
  void begin() { count_ = 0; }

  /// Good until the next call.
  const Digest& of(const Item& data) {
    for (unsigned i = 0; i < count_; ++i) {
      if (packets_[i] == data.packet) {
        return digests_[i];
      }
    }
    const unsigned place = count_ < packets_.size() ? count_++ : count_ - 1;
    packets_[place] = data.packet;
    digests_[place] = wire::implicit_digest(packet_bytes(data.packet));
    computed_.add();
    return digests_[place];
  }

  /// How many were computed since the start. Any thread.
  std::uint64_t computed() const { return computed_.value(); }

 private:
  std::array<const rte_mbuf*, burst_packets_max> packets_;
  std::array<Digest, burst_packets_max> digests_;
  unsigned count_ = 0;
  Counter computed_;
};

}  // namespace augustus::forward
