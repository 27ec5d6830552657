// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core.hh"
#include "forward/stage_context.hh"
#include "forward/strategies/strategy_set.hh"

namespace augustus::click {

/// The tables behind one NameTable: PIT, content store, dead nonces, and what stages send. One thread.
class Partition final : public forward::Egress {
 public:
  struct Sizes {
    std::uint32_t pit = 65536;
    std::uint32_t cs = 65536;
  };

  Partition(Core& core, const Sizes& sizes);

  /// What stages are called with, now.
  forward::StageContext context();
  /// Ends what is due.
  void expire();

  /// Looks up the entries of packets of one kind whose names differ, as a run of its own.
  void begin_run(const forward::Burst& run);
  /// A packet that is not of the last run: what was found out about it may not hold any more.
  bool is_stale(const Carried& carried) const { return carried.run != run_; }
  void renew(Carried& carried);

  // Egress
  void send(const forward::Outgoing& outgoing) override { departures_.push_back(outgoing); }
  void transfer(const forward::Transfer& transfer) override { rte_pktmbuf_free(transfer.packet); }
  /// Calls `take` with what was sent since this was called last, in order. `take` calls no stage.
  template <typename Take>
  void take_departures(const Take& take) {
    for (const forward::Outgoing& outgoing : departures_) {
      take(outgoing);
    }
    departures_.clear();
  }

  forward::ForwardCounters counters;
  Counter strays;  ///< packets where an element cannot use them

 private:
  Core& core_;
  table::NameTable table_;
  store::ContentStore store_;
  table::DeadNonceList dead_nonces_;
  forward::StrategySet strategies_;
  forward::ImplicitDigests digests_;
  forward::Random random_;
  std::uint64_t pending_lengths_ = 0;
  std::uint32_t run_ = 0;
  std::vector<forward::Outgoing> departures_;
};

}  // namespace augustus::click
