// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/outgoing_announcement.hh"

#include <algorithm>

#include "manage/rib/prefix_announcement.hh"
#include "wire/data.hh"

namespace augustus::manage {

namespace {

constexpr TimeNs lifetime_min = 15 * nanoseconds_per_second;
constexpr TimeNs lifetime_max = 3600 * nanoseconds_per_second;

std::vector<std::uint8_t> own_announcement(const Rib::Found& found, TimeNs now, TimeNs wall) {
  TimeNs expires = 0;
  for (const Route& route : found.routes) {
    expires = std::max(expires, route.expires.value_or(time_never));
  }
  const TimeNs left = expires > now ? expires - now : 0;
  PrefixAnnouncement announcement;
  announcement.prefix = found.prefix;
  announcement.expiration_ms = std::clamp(left, lifetime_min, lifetime_max) / nanoseconds_per_millisecond;
  return announcement.to_data(wall).encode();
}

}  // namespace

std::vector<std::uint8_t> outgoing_announcement(const Rib& rib, std::span<const std::uint8_t> data,
                                                TimeNs now, TimeNs wall) {
  const auto decoded = wire::Data::decode(data);
  const auto found = decoded ? rib.find_longest(decoded->name) : std::nullopt;
  if (!found || (found->prefix.size() > 0 && found->prefix[0].is_text("localhost"))) {
    return {};
  }
  const Route* announced = nullptr;
  for (const Route& route : found->routes) {
    if (route.announcement && (announced == nullptr || route.expires.value_or(time_never) >
                                                           announced->expires.value_or(time_never))) {
      announced = &route;
    }
  }
  return announced != nullptr ? *announced->announcement : own_announcement(*found, now, wall);
}

}  // namespace augustus::manage
