// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/readvertise.hh"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/log.hh"
#include "manage/codec/control_response.hh"
#include "manage/command_maker.hh"
#include "wire/interest.hh"
#include "wire/name_format.hh"

namespace augustus::manage {

namespace {

const wire::Name& daemon_prefix() {
  static const wire::Name prefix = wire::Name::literal("/localhost/nlsr");
  return prefix;
}

/// A route to the daemon itself, not a shorter prefix such as a default route.
bool leads_to_daemon(const wire::Name& prefix) {
  return prefix == daemon_prefix() || prefix == wire::Name::literal("/localhost/nlsr/rib");
}

}  // namespace

void Readvertise::route_added(const wire::Name& prefix, const Route& route) {
  if (leads_to_daemon(prefix) && daemon_routes_++ == 0) {
    set_available(true);
  }
  if (route.origin != route_origin::client) {
    return;
  }
  const Position position = items_.try_emplace(prefix).first;
  if (position->second.routes++ == 0) {
    position->second.cost = route.cost;
    withdrawals_.erase(std::exchange(position->second.withdrawal, 0));
    restart(position);
  }
}

void Readvertise::route_removed(const wire::Name& prefix, const Route& route) {
  if (leads_to_daemon(prefix) && --daemon_routes_ == 0) {
    set_available(false);
  }
  const Position found = items_.find(prefix);
  if (route.origin != route_origin::client || found == items_.end() || --found->second.routes > 0) {
    return;
  }
  if (daemon_routes_ == 0 || !found->second.told) {
    forget(found);
  } else {
    withdraw(found);
  }
}

void Readvertise::withdraw(Position position) {
  position->second.withdrawal = ++last_withdrawal_;
  withdrawals_.emplace(last_withdrawal_, position);
  restart(position);
  if (withdrawals_.size() <= withdrawals_max) {
    return;
  }
  const Position oldest = withdrawals_.begin()->second;
  if (const auto kept_back = forgotten_logged_.admit(monotonic_now())) {
    log(LogModule::rib)
        .warn("too many prefixes wait to be withdrawn from the routing daemon: {} and {} before it stay",
              oldest->first, *kept_back);
  }
  forget(oldest);
}

void Readvertise::forget(Position position) {
  unschedule(position);
  withdrawals_.erase(position->second.withdrawal);
  items_.erase(position);
}

void Readvertise::unschedule(Position position) {
  Item& item = position->second;
  if (item.awaited.empty()) {
    to_send_.erase(position);
    return;
  }
  in_flight_.erase(position);
  commands_.erase(item.awaited);
  item.awaited = {};
}

void Readvertise::schedule(Position position, TimeNs due) {
  position->second.due = due;
  (position->second.awaited.empty() ? to_send_ : in_flight_).insert(position);
}

void Readvertise::restart(Position position) {
  unschedule(position);
  position->second.retry_delay = retry_min;
  schedule(position, 0);
}

void Readvertise::set_available(bool available) {
  for (Position position = items_.begin(); position != items_.end();) {
    const Position next = std::next(position);
    if (!available && position->second.routes == 0) {
      forget(position);
    } else {
      restart(position);
    }
    position = next;
  }
}

bool Readvertise::handle(const wire::Data& data, TimeNs now) {
  const auto command = commands_.find(data.name);
  if (command == commands_.end()) {
    return false;
  }
  const Position position = command->second;
  Item& item = position->second;
  const auto response = ControlResponse::decode(data.content);
  if (!response || response->code != 200) {
    log(LogModule::rib).info("readvertising {} was refused: {}", position->first,
                             response ? response->text : "malformed answer");
    fail(position, now);
  } else if (item.routes == 0) {
    forget(position);
  } else {
    unschedule(position);
    item.retry_delay = retry_min;
    schedule(position, now + refresh_interval);
  }
  return true;
}

void Readvertise::fail(Position position, TimeNs now) {
  unschedule(position);
  Item& item = position->second;
  item.retry_delay = std::min(retry_max, item.retry_delay * 2);
  schedule(position, now + item.retry_delay);
}

TimeNs Readvertise::tick(TimeNs now, TimeNs wall) {
  if (daemon_routes_ == 0) {
    return time_never;
  }
  time_out(now);
  while (in_flight_.size() < commands_in_flight_max && !to_send_.empty() &&
         (*to_send_.begin())->second.due <= now) {
    send_command(*to_send_.begin(), now, wall);
  }
  TimeNs next = in_flight_.empty() ? time_never : (*in_flight_.begin())->second.due;
  if (in_flight_.size() < commands_in_flight_max && !to_send_.empty()) {
    next = std::min(next, (*to_send_.begin())->second.due);
  }
  // Where no more may be in flight, an answer or a time-out of those that are comes first.
  return next;
}

void Readvertise::time_out(TimeNs now) {
  while (!in_flight_.empty() && (*in_flight_.begin())->second.due <= now) {
    fail(*in_flight_.begin(), now);
  }
}

void Readvertise::send_command(Position position, TimeNs now, TimeNs wall) {
  unschedule(position);
  Item& item = position->second;
  // SignatureTime must grow from command to command.
  last_wall_ = std::max(wall, last_wall_ + nanoseconds_per_millisecond);
  ControlParameters parameters;
  parameters.name = position->first;
  parameters.origin = route_origin::client;
  if (item.routes > 0) {
    parameters.cost = item.cost;
    item.told = true;
  }
  const auto packet = make_command(daemon_prefix(), "rib", item.routes > 0 ? "register" : "unregister",
                                   parameters, last_wall_)
                          .encode();
  const auto sent = wire::Interest::decode(packet);
  item.awaited = sent->name;
  commands_.emplace(sent->name, position);
  schedule(position, now + answer_timeout);
  send_(packet);
}

}  // namespace augustus::manage
