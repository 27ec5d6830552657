// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "base/message_ring.hh"
#include "forward/trace/trace_event.hh"
#include "wire/name.hh"

namespace augustus::forward {

/// Which packets are followed, and the events on their way to who asked. Workers note, one reader takes. A full
/// ring loses events, which are counted, and holds up nobody.
class TraceSession {
 public:
  /// Packets named at or below `prefix`; those of /localhost only when the prefix is there itself, and never the
  /// Interests that fetch the trace. `events_max`: events that wait.
  TraceSession(wire::Name prefix, unsigned events_max);

  /// The value of a Name TLV. Any thread.
  bool wants(std::span<const std::uint8_t> name) const;
  std::uint64_t next_packet() { return packets_.fetch_add(1, std::memory_order_relaxed) + 1; }
  void note(const TraceEvent& event);

  /// Takes the oldest events; how many. The reader's thread only.
  unsigned take(std::span<TraceEvent> events) { return ring_.pop(events); }
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }
  std::uint64_t packets() const { return packets_.load(std::memory_order_relaxed); }

 private:
  wire::Name prefix_;
  bool local_;
  MessageRing<TraceEvent> ring_;
  std::atomic<std::uint64_t> packets_{0};
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace augustus::forward
