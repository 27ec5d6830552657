// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/strategies/strategy.hh"

namespace augustus::forward {

/// NFD's best-route, version 5: a new Interest goes to the eligible next hop of lowest cost; a retransmission
/// outside the suppression interval to one not yet used, else to the one used the longest ago.
class BestRoute final : public Strategy {
 public:
  void after_receive_interest(PendingInterest& interest) override;
  void after_receive_nack(ReceivedNack& nack) override { nack.process(); }
};

}  // namespace augustus::forward
