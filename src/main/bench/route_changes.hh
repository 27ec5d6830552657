// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/face_id.hh"
#include "main/bench/exchange_routes.hh"

namespace augustus::bench {

/// What management does to the FIB while packets are forwarded: rewrites the next hops of prefixes in use,
/// and inserts and removes others.
class RouteChanges {
 public:
  /// `rate`: changes a second; 0: none. The prefixes of `routes` lead to `producer`.
  RouteChanges(ExchangeRoutes& routes, FaceId producer, std::uint64_t rate)
      : routes_(routes), producer_(producer), rate_(rate) {}

  /// Changes routes for so long, or only waits.
  void run_for(double seconds);
  /// Changes a second, over the time that run_for() took.
  double per_s() const { return seconds_ > 0 ? static_cast<double>(changes_) / seconds_ : 0; }

 private:
  void change();

  ExchangeRoutes& routes_;
  FaceId producer_;
  std::uint64_t rate_;
  std::uint64_t changes_ = 0;
  double seconds_ = 0;
};

}  // namespace augustus::bench
