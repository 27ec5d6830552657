// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/strategies/strategy.hh"

namespace augustus::forward {

/// NFD's self-learning, version 1: an Interest without a route is a discovery, sent to all non-local Faces;
/// Data that comes back with a PrefixAnnouncement teaches a route. With a route the Interest goes to its next
/// hops, marked NonDiscovery, and who asked as a discovery gets the Data with an announcement; when an
/// upstream answers that with Nack NoRoute the route is withdrawn. What is learned goes to management through
/// Egress::learned, which checks and applies it.
class SelfLearning final : public Strategy {
 public:
  void after_receive_interest(PendingInterest& interest) override;
  void before_satisfy(ReceivedData& data) override;
  void after_receive_nack(ReceivedNack& nack) override;
};

}  // namespace augustus::forward
