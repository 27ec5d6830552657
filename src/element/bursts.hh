// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/packet.hh"
#include "element/walk.hh"
#include "forward/stages/prefetch.hh"

namespace augustus::element {

/// Calls `run` with bursts as the stages take them: the batch's items, up to 64 of them and no name twice.
/// Once a packet is there that did not come with the walk's burst, each is taken alone and looked up again:
/// it may have the name of another one. What is leaving already, or lent, has nothing to do here and is
/// dropped as a stray; so is what could not be read, unless the element takes that.
template <bool takes_malformed = false, typename Run>
void for_each_burst(Walk& walk, Batch batch, Run&& run) {
  for (const Packet packet : batch) {
    if (!packet.is_leaving() && (packet.item().marks & mark_apart) != 0) {
      walk.mix();
    }
  }
  forward::Burst burst;
  const unsigned burst_max = walk.mixed() ? 1 : forward::burst_packets_max;
  const auto take = [&] {
    if (!burst.empty()) {
      run(burst);
      burst.clear();
    }
  };
  for (const Packet packet : batch) {
    const bool malformed =
        !takes_malformed && !packet.is_leaving() && (packet.item().marks & mark_malformed) != 0;
    if (packet.is_leaving() || packet.is_lent() || malformed) [[unlikely]] {
      walk.drop_stray(packet);
      continue;
    }
    forward::Item& item = packet.item();
    burst.push(item);
    if (walk.mixed()) [[unlikely]] {
      const bool looping = (item.marks & mark_looping) != 0;
      item.marks =
          static_cast<std::uint8_t>((item.marks & mark_apart) | (looping ? mark_asked | mark_looping : 0));
      item.record = nullptr;
      item.routed = false;
      forward::find_entries(walk.context(), burst);
    }
    if (burst.size() == burst_max) {
      take();
    }
  }
  take();
}

}  // namespace augustus::element
