// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/readvertise.hh"

#include <algorithm>
#include <iterator>

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
  Item& item = items_[prefix];
  if (item.routes++ == 0) {
    item.cost = route.cost;
    restart(item);
  }
}

void Readvertise::route_removed(const wire::Name& prefix, const Route& route) {
  if (leads_to_daemon(prefix) && --daemon_routes_ == 0) {
    set_available(false);
  }
  const auto found = items_.find(prefix);
  if (route.origin != route_origin::client || found == items_.end() || --found->second.routes > 0) {
    return;
  }
  restart(found->second);
  if (daemon_routes_ == 0) {
    items_.erase(found);
  }
}

void Readvertise::restart(Item& item) {
  if (!item.awaited.empty()) {
    prefix_of_command_.erase(item.awaited);
    item.awaited = {};
  }
  item.due = 0;
  item.retry_delay = retry_min;
  next_due_ = 0;
}

void Readvertise::set_available(bool available) {
  for (auto item = items_.begin(); item != items_.end();) {
    restart(item->second);
    item = !available && item->second.routes == 0 ? items_.erase(item) : std::next(item);
  }
}

bool Readvertise::handle(const wire::Data& data, TimeNs now) {
  const auto command = prefix_of_command_.find(data.name);
  if (command == prefix_of_command_.end()) {
    return false;
  }
  const auto position = items_.find(command->second);
  prefix_of_command_.erase(command);
  if (position == items_.end() || position->second.awaited != data.name) {
    return true;
  }
  Item& item = position->second;
  item.awaited = {};
  next_due_ = 0;  // there is room for another command
  const auto response = ControlResponse::decode(data.content);
  if (!response || response->code != 200) {
    log(LogModule::rib).info("readvertising {} was refused: {}", position->first,
                             response ? response->text : "malformed answer");
    fail(item, now);
  } else if (data.name[3].is_text("unregister") && item.routes == 0) {
    items_.erase(position);
  } else {
    item.retry_delay = retry_min;
    item.due = now + refresh_interval;
  }
  return true;
}

void Readvertise::fail(Item& item, TimeNs now) {
  item.retry_delay = std::min(retry_max, item.retry_delay * 2);
  item.due = now + item.retry_delay;
}

TimeNs Readvertise::tick(TimeNs now, TimeNs wall) {
  if (daemon_routes_ == 0) {
    return time_never;
  }
  if (now < next_due_) {
    return next_due_;
  }
  next_due_ = time_never;
  for (auto position = items_.begin(); position != items_.end(); ++position) {
    Item& item = position->second;
    if (item.due <= now) {
      if (!item.awaited.empty()) {
        prefix_of_command_.erase(item.awaited);
        item.awaited = {};
        fail(item, now);
      } else if (prefix_of_command_.size() < commands_in_flight_max) {
        send_command(position, now, wall);
      } else {
        continue;  // an answer or a time-out of those in flight comes first
      }
    }
    next_due_ = std::min(next_due_, item.due);
  }
  return next_due_;
}

void Readvertise::send_command(Items::iterator position, TimeNs now, TimeNs wall) {
  Item& item = position->second;
  // SignatureTime must grow from command to command.
  last_wall_ = std::max(wall, last_wall_ + nanoseconds_per_millisecond);
  ControlParameters parameters;
  parameters.name = position->first;
  parameters.origin = route_origin::client;
  if (item.routes > 0) {
    parameters.cost = item.cost;
  }
  const auto packet = make_command(daemon_prefix(), "rib", item.routes > 0 ? "register" : "unregister",
                                   parameters, last_wall_)
                          .encode();
  const auto sent = wire::Interest::decode(packet);
  item.awaited = sent->name;
  item.due = now + answer_timeout;
  prefix_of_command_[sent->name] = position->first;
  send_(packet);
}

}  // namespace augustus::manage
