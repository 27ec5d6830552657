// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/message_ring.hh"
#include "wire/packet_view.hh"

struct rte_mbuf;

namespace augustus::forward {

/// The beginning of an Interest's name, for all Interests of its burst.
struct NameSample {
  static constexpr std::size_t bytes_max = 120;

  std::uint32_t interests = 0;  ///< in the burst
  std::uint32_t length = 0;
  std::array<std::uint8_t, bytes_max> bytes;  ///< of an NDN Name TLV's value, possibly cut anywhere
};

/// One Interest of each burst, for whoever wants to know which prefixes are busy. Workers put in, one reader
/// takes out; when it does not, samples are not taken.
class NameSampler {
 public:
  explicit NameSampler(unsigned samples_max) : ring_(samples_max) {}

  /// Any thread; the packets stay the caller's. Names below /localhost are left out.
  void sample(std::span<rte_mbuf* const> packets, std::span<const wire::PacketView> views);
  /// The reader's thread only.
  unsigned take(std::span<NameSample> samples) { return ring_.pop(samples); }

 private:
  MessageRing<NameSample> ring_;
};

}  // namespace augustus::forward
