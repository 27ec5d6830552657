// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/strategies/strategy.hh"

namespace augustus::forward {

/// NFD's random, version 1 (load-splitting as Metis does it when no statistics are kept): every Interest, a
/// retransmission too, goes to one eligible next hop, each as likely as the others.
class RandomChoice final : public Strategy {
 public:
  void after_receive_interest(PendingInterest& interest) override;
  void after_receive_nack(ReceivedNack& nack) override { nack.process(); }
};

}  // namespace augustus::forward
