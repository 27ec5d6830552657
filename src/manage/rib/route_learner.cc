// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/route_learner.hh"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/log.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/name_format.hh"
#include "wire/packet_view.hh"

namespace augustus::manage {

namespace {

bool is_localhost(const wire::Name& name) {
  return name.size() > 0 && name[0].is_text("localhost");
}

}  // namespace

std::string RouteLearner::objection(std::span<const std::uint8_t> data, const wire::Data& announcement_data,
                                    const PrefixAnnouncement& announcement, FaceId face, TimeNs wall) const {
  if (is_localhost(announcement.prefix)) {
    return "/localhost does not leave a host";
  }
  if (auto objection = access_.to_prefix(announcement.prefix)) {
    return *objection;
  }
  if (announcement.prefix.size() > wire::prefix_components_max) {
    return "the prefix has too many components";
  }
  const auto answer = wire::Data::decode(data);
  if (!answer || !announcement.prefix.is_prefix_of(answer->name)) {
    return "it does not cover the Data it came with";
  }
  if (!data_plane_.find_face(face)) {
    return "the Face is gone";
  }
  if (announcement.lifetime_ms(wall) == 0) {
    return "it is not valid now";
  }
  return authenticator_.judge_announcement(announcement_data, wall).reason;
}

bool RouteLearner::announced(std::span<const std::uint8_t> data, std::span<const std::uint8_t> announcement,
                             FaceId face, TimeNs now, TimeNs wall) {
  const auto announcement_data = wire::Data::decode(announcement);
  const auto decoded = announcement_data ? PrefixAnnouncement::from_data(*announcement_data) : std::nullopt;
  if (!decoded) {
    refused_.add();
    log(LogModule::rib).debug("no prefix announcement in what Face {} announces", face);
    return false;
  }
  std::string reason = objection(data, *announcement_data, *decoded, face, wall);
  if (reason.empty()) {
    Route route;
    route.face = face;
    route.registrar = face;
    route.origin = route_origin::prefix_announcement;
    route.cost = announcement_cost;
    route.expires = now + std::min(decoded->lifetime_ms(wall), lifetime_max / nanoseconds_per_millisecond) *
                              nanoseconds_per_millisecond;
    route.announcement =
        std::make_shared<const std::vector<std::uint8_t>>(announcement.begin(), announcement.end());
    reason = rib_.refusal(decoded->prefix, route).value_or("");
    if (reason.empty() && rib_.add(decoded->prefix, route) == table::FibOutcome::ok) {
      return true;
    }
    reason = reason.empty() ? "the FIB has no room" : reason;
  }
  refused_.add();
  log(LogModule::rib).debug("announcement of {} from Face {} refused: {}", decoded->prefix, face, reason);
  return false;
}

bool RouteLearner::withdrawn(std::span<const std::uint8_t> interest, FaceId face) {
  const auto decoded = wire::Interest::decode(interest);
  if (!decoded) {
    return false;
  }
  const auto prefix = rib_.longest_prefix(decoded->name, face, route_origin::prefix_announcement);
  return prefix && rib_.remove(*prefix, face, route_origin::prefix_announcement);
}

}  // namespace augustus::manage
