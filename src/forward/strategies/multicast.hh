// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/strategies/strategy.hh"

namespace augustus::forward {

/// NFD's multicast, version 5: every eligible next hop gets the Interest, each with a suppression interval of
/// its own. Neither loops nor missing routes nor Nacks are answered.
class Multicast final : public Strategy {
 public:
  void after_receive_interest(PendingInterest& interest) override;
  void after_receive_nack(ReceivedNack&) override {}
  bool nacks_loops() const override { return false; }
};

}  // namespace augustus::forward
