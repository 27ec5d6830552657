// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "base/clock.hh"
#include "manage/rib/route.hh"
#include "wire/data.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Tells the routing daemon of the prefixes that clients of this router registered (routes of origin
/// "client"), by register and unregister commands to /localhost/nlsr/rib (NFD rib/readvertise). While the
/// daemon has no route here nothing is sent; when it comes back everything is told again.
class Readvertise {
 public:
  static constexpr TimeNs refresh_interval = 3600 * nanoseconds_per_second;
  static constexpr TimeNs retry_min = 50 * nanoseconds_per_second;
  static constexpr TimeNs retry_max = 3600 * nanoseconds_per_second;
  static constexpr TimeNs answer_timeout = 10 * nanoseconds_per_second;
  static constexpr std::size_t commands_in_flight_max = 64;

  using Send = std::function<void(std::span<const std::uint8_t> interest)>;
  explicit Readvertise(Send send) : send_(std::move(send)) {}

  void route_added(const wire::Name& prefix, const Route& route);
  void route_removed(const wire::Name& prefix, const Route& route);

  /// An answer to one of our commands; false when it is not.
  bool handle(const wire::Data& data, TimeNs now);
  /// Sends what is due; returns when to call again. Times: monotonic, wall.
  TimeNs tick(TimeNs now, TimeNs wall);

 private:
  struct Item {
    std::uint64_t routes = 0;  ///< 0: to be withdrawn
    std::uint64_t cost = 0;
    TimeNs due = 0;
    TimeNs retry_delay = retry_min;
    wire::Name awaited;  ///< command whose answer is awaited; empty: none
  };
  using Items = std::map<wire::Name, Item>;

  void set_available(bool available);
  void restart(Item& item);
  void send_command(Items::iterator position, TimeNs now, TimeNs wall);
  void fail(Item& item, TimeNs now);

  Send send_;
  Items items_;
  std::map<wire::Name, wire::Name> prefix_of_command_;
  std::uint64_t daemon_routes_ = 0;
  TimeNs next_due_ = 0;  ///< no item is due before
  TimeNs last_wall_ = 0;
};

}  // namespace augustus::manage
