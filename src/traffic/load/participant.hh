// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "base/clock.hh"
#include "traffic/links/link.hh"

namespace augustus::traffic {

/// One end of the load: a consumer or a producer on its link, driven by one thread.
class Participant {
 public:
  virtual ~Participant() = default;
  /// Receives, sends what is due, at most a burst of each; how many packets went either way.
  virtual unsigned step(TimeNs now) = 0;
  /// When step() has something to do even if nothing arrives; time_never: not before.
  virtual TimeNs next_event() const = 0;
  virtual Link& link() = 0;

  /// Begin no more; a consumer waits for what it has asked for. Any thread.
  void stop() { stop_requested_.store(true, std::memory_order_release); }
  /// Nothing more will happen; counters keep their values. Any thread.
  bool finished() const { return finished_.load(std::memory_order_acquire); }

 protected:
  bool stop_requested() const { return stop_requested_.load(std::memory_order_acquire); }
  void finish() { finished_.store(true, std::memory_order_release); }

 private:
  std::atomic<bool> stop_requested_ = false;
  std::atomic<bool> finished_ = false;
};

}  // namespace augustus::traffic
