// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.hh"
#include "forward/strategies/pending_interest.hh"
#include "forward/strategies/received_data.hh"
#include "forward/strategies/received_nack.hh"

namespace augustus::forward {

/// Decides where Interests go. One instance of each strategy a partition, shared by all prefixes it governs;
/// what it remembers of an Interest is in the PIT record, what it learns of upstreams in bounded tables of
/// its own. Called on the packet path: nothing here allocates, waits or throws.
class Strategy {
 public:
  virtual ~Strategy() = default;

  /// An Interest that is in the PIT and that no content store answers. Send it, reject it, or wait.
  virtual void after_receive_interest(PendingInterest& interest) = 0;
  /// Data is about to satisfy the record; out-records are still there.
  virtual void before_satisfy(ReceivedData&) {}
  /// A Nack was noted in its out-record.
  virtual void after_receive_nack(ReceivedNack& nack) = 0;
  /// Whether a looping Interest is answered by a Nack.
  virtual bool nacks_loops() const { return true; }
  /// When run_timers wants to be called; time_never: no timer is set.
  virtual TimeNs next_timer() const { return time_never; }
  virtual void run_timers(StageContext&) {}
};

}  // namespace augustus::forward
