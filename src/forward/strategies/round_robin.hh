// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "forward/strategies/strategy.hh"

namespace augustus::forward {

/// Interests of a FIB prefix take its eligible next hops in turn. Retransmissions are suppressed as by
/// best-route and otherwise take the next turn. The turns stand in a table of fixed size, by prefix hash;
/// prefixes that share a place share a turn.
class RoundRobin final : public Strategy {
 public:
  void after_receive_interest(PendingInterest& interest) override;
  void after_receive_nack(ReceivedNack& nack) override { nack.process(); }

 private:
  static constexpr std::uint32_t turns_max = 1024;
  std::array<std::uint32_t, turns_max> turns_{};
};

}  // namespace augustus::forward
