// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>
#include <span>

#include "base/packet_limit.hh"
#include "forward/trace/trace_event.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// A packet's name as the value of an NDN Name TLV, whatever its format. Room for one, to be used again.
class TraceName {
 public:
  /// Empty for a compact name that has no NDN form. Valid until the next call and while the packet lives.
  std::span<const std::uint8_t> of(rte_mbuf* packet, const wire::PacketView& view);
  /// The same of a packet that was parsed before.
  std::span<const std::uint8_t> of(rte_mbuf* packet);

 private:
  std::array<std::uint8_t, packet_bytes_max> room_;
};

/// Of values of Name TLVs. Components delimit themselves: a prefix in bytes is a prefix in components.
bool begins_with(std::span<const std::uint8_t> name, std::span<const std::uint8_t> prefix);
/// Whether a name lies under /localhost.
bool under_localhost(std::span<const std::uint8_t> name);

/// Puts the name into the event, cut before the first component that does not fit.
void set_name(TraceEvent& event, std::span<const std::uint8_t> name);

}  // namespace augustus::forward
