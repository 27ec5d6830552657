// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "forward/strategies/measurement_table.hh"
#include "forward/strategies/rtt_estimator.hh"
#include "forward/strategies/strategy.hh"

namespace augustus::forward {

/// NFD's ASF, version 5 (Lehman et al., "An Experimental Investigation of Hyperbolic Routing with a Smart
/// Forwarding Plane in NDN", and NFD's defaults): the working next hop of smallest smoothed RTT, then
/// unmeasured ones, then those that timed out; once a minute a new Interest is also sent as a probe to
/// another next hop. Measurements are kept by FIB prefix and Face for five minutes. Time-outs are not timers:
/// they are looked at when the measurement is.
class Asf final : public Strategy {
 public:
  Asf();

  void after_receive_interest(PendingInterest& interest) override;
  void before_satisfy(ReceivedData& data) override;
  void after_receive_nack(ReceivedNack& nack) override;

 private:
  enum class Status : std::uint8_t { unmeasured, working, timed_out };

  struct Upstream {
    RttEstimator rtt;
    TimeNs timeout_at = 0;           ///< 0: nothing is waited for
    std::uint64_t timeout_name = 0;  ///< table hash of the Interest waited for
    std::uint32_t timeouts = 0;      ///< in a row, still ignored
    std::uint32_t timeouts_max = 1;  ///< as the strategy's parameters had it when it was measured last
    Status status = Status::unmeasured;
  };

  struct Prefix {
    TimeNs next_probe = 0;  ///< 0: not yet drawn
  };

  struct Rank;

  Upstream* find_upstream(std::uint32_t prefix, FaceId face, TimeNs now);
  Rank rank(PendingInterest& interest, const table::NextHop& hop, Status best);
  FaceId best_face(PendingInterest& interest, bool unused_only);
  FaceId face_to_probe(PendingInterest& interest, FaceId used);
  void forward_new(PendingInterest& interest);
  void forward_again(PendingInterest& interest, FaceId face, bool measure);
  void measure(PendingInterest& interest, FaceId face);
  void probe(PendingInterest& interest, FaceId used);
  static void note_timeout(Upstream& upstream);

  MeasurementTable<Upstream> upstreams_;
  MeasurementTable<Prefix> prefixes_;
};

}  // namespace augustus::forward
