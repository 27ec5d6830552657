// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "base/clock.hh"
#include "base/log_limit.hh"
#include "manage/rib/route.hh"
#include "wire/data.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Tells the routing daemon of the prefixes that clients of this router registered (routes of origin
/// "client"), by register and unregister commands to /localhost/nlsr/rib (NFD rib/readvertise). While the
/// daemon has no route here nothing is sent; when it comes back everything is told again. What it was never
/// told of is not withdrawn either. A change costs a search, a tick what is due.
class Readvertise {
 public:
  static constexpr TimeNs refresh_interval = 3600 * nanoseconds_per_second;
  static constexpr TimeNs retry_min = 50 * nanoseconds_per_second;
  static constexpr TimeNs retry_max = 3600 * nanoseconds_per_second;
  static constexpr TimeNs answer_timeout = 10 * nanoseconds_per_second;
  static constexpr std::size_t commands_in_flight_max = 64;
  /// Prefixes that wait to be withdrawn. Beyond these the one that waits longest is forgotten: the daemon
  /// keeps it.
  static constexpr std::size_t withdrawals_max = 4096;

  using Send = std::function<void(std::span<const std::uint8_t> interest)>;
  explicit Readvertise(Send send) : send_(std::move(send)) {}

  void route_added(const wire::Name& prefix, const Route& route);
  void route_removed(const wire::Name& prefix, const Route& route);

  /// An answer to one of our commands; false when it is not.
  bool handle(const wire::Data& data, TimeNs now);
  /// Sends what is due; returns when to call again. Times: monotonic, wall.
  TimeNs tick(TimeNs now, TimeNs wall);
  /// Prefixes that are told of or to be withdrawn.
  std::size_t size() const { return items_.size(); }

 private:
  struct Item {
    std::uint64_t routes = 0;  ///< 0: to be withdrawn
    std::uint64_t cost = 0;
    std::uint64_t withdrawal = 0;  ///< its place in withdrawals_; 0: none
    TimeNs due = 0;                ///< when to send the next command, or when the answer is no more awaited
    TimeNs retry_delay = retry_min;
    bool told = false;   ///< a register was sent
    wire::Name awaited;  ///< command whose answer is awaited; empty: none
  };
  using Items = std::map<wire::Name, Item>;
  using Position = Items::iterator;
  struct Earlier {
    bool operator()(Position left, Position right) const {
      return left->second.due != right->second.due ? left->second.due < right->second.due
                                                   : left->first < right->first;
    }
  };
  using ByDue = std::set<Position, Earlier>;

  void set_available(bool available);
  void restart(Position position);
  void withdraw(Position position);
  void forget(Position position);
  /// Takes the item out of its order: before its time changes, and what is awaited.
  void unschedule(Position position);
  void schedule(Position position, TimeNs due);
  void time_out(TimeNs now);
  void send_command(Position position, TimeNs now, TimeNs wall);
  void fail(Position position, TimeNs now);

  Send send_;
  Items items_;
  ByDue to_send_;                                  ///< no answer is awaited
  ByDue in_flight_;                                ///< those of commands_
  std::map<wire::Name, Position> commands_;        ///< whose answers are awaited
  std::map<std::uint64_t, Position> withdrawals_;  ///< in the order of their last route's end
  std::uint64_t last_withdrawal_ = 0;
  LogLimit forgotten_logged_{1};
  std::uint64_t daemon_routes_ = 0;
  TimeNs last_wall_ = 0;
};

}  // namespace augustus::manage
