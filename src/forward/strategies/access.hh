// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <vector>

#include "forward/strategies/measurement_table.hh"
#include "forward/strategies/rtt_estimator.hh"
#include "forward/strategies/strategy.hh"

namespace augustus::forward {

/// NFD's access, version 1, for the last hop: the first Interest of a prefix goes to all next hops; the one
/// that answered gets the next Interests of that prefix (the parent of the Data's name), and when it stays
/// silent for its retransmission timeout the Interest goes to all others too. Neither missing routes nor
/// Nacks are answered.
class Access final : public Strategy {
 public:
  Access();
  ~Access() override;

  void after_receive_interest(PendingInterest& interest) override;
  void before_satisfy(ReceivedData& data) override;
  void after_receive_nack(ReceivedNack&) override {}
  TimeNs next_timer() const override;
  void run_timers(StageContext& context) override;

 private:
  struct Prefix {
    FaceId last_next_hop = face_id_none;
    RttEstimator rtt;
  };
  /// An Interest that waits for its last working next hop; owns a reference to it.
  struct Waiting {
    TimeNs deadline;
    rte_mbuf* interest;
    FaceId sent_to;
    static bool later(const Waiting& a, const Waiting& b) { return a.deadline > b.deadline; }
  };

  Prefix* find_prefix(PendingInterest& interest);
  bool send_to_last(PendingInterest& interest);
  unsigned send_to_all(PendingInterest& interest, FaceId except);
  void await(const PendingInterest& interest, const Prefix& prefix);
  void retry(StageContext& context, const Waiting& waiting);

  MeasurementTable<Prefix> prefixes_;
  MeasurementTable<RttEstimator> faces_;
  std::vector<Waiting> waiting_;  ///< a heap, the earliest deadline first; bounded
};

}  // namespace augustus::forward
