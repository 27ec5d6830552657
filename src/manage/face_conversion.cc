// SPDX-License-Identifier: Apache-2.0
#include "manage/face_conversion.hh"

#include <string_view>

namespace augustus::manage {

namespace {

std::string_view scheme_of(std::string_view uri) {
  return uri.substr(0, uri.find(':'));
}

template <typename Wanted, typename Actual>
bool fits(const std::optional<Wanted>& wanted, const Actual& actual) {
  return !wanted || *wanted == actual;
}

}  // namespace

FaceStatus to_face_status(const face::FaceInfo& info, const DataPlane::FaceTraffic& traffic, TimeNs now) {
  FaceStatus status;
  status.face_id = info.id;
  status.remote_uri = info.remote_uri;
  status.local_uri = info.local_uri;
  if (info.idle_expiry) {
    status.expiration_period_ms =
        *info.idle_expiry > now ? (*info.idle_expiry - now) / nanoseconds_per_millisecond : 0;
  }
  status.scope = static_cast<std::uint64_t>(info.scope);
  status.persistency = static_cast<std::uint64_t>(info.persistency);
  status.link_type = static_cast<std::uint64_t>(info.link_type);
  status.congestion_interval_ns = info.congestion_interval_ns;
  status.congestion_threshold_bytes = info.congestion_threshold_bytes;
  status.mtu = info.mtu;
  status.in_interests = traffic.in_interests;
  status.in_data = traffic.in_data;
  status.in_nacks = traffic.in_nacks;
  status.out_interests = traffic.out_interests;
  status.out_data = traffic.out_data;
  status.out_nacks = traffic.out_nacks;
  status.in_bytes = traffic.in_bytes;
  status.out_bytes = traffic.out_bytes;
  status.flags = info.flags;
  return status;
}

FaceEventNotification to_notification(const face::FaceEvent& event) {
  FaceEventNotification notification;
  notification.kind = static_cast<std::uint64_t>(event.kind);
  notification.face_id = event.info.id;
  notification.remote_uri = event.info.remote_uri;
  notification.local_uri = event.info.local_uri;
  notification.scope = static_cast<std::uint64_t>(event.info.scope);
  notification.persistency = static_cast<std::uint64_t>(event.info.persistency);
  notification.link_type = static_cast<std::uint64_t>(event.info.link_type);
  notification.flags = event.info.flags;
  return notification;
}

ControlParameters to_parameters(const face::FaceInfo& info, const ControlParameters& request) {
  ControlParameters parameters;
  parameters.face_id = info.id;
  parameters.face_persistency = static_cast<std::uint64_t>(info.persistency);
  parameters.flags = info.flags;
  if (request.congestion_interval_ns || request.congestion_threshold_bytes || request.mtu) {
    parameters.congestion_interval_ns = info.congestion_interval_ns;
    parameters.congestion_threshold_bytes = info.congestion_threshold_bytes;
    parameters.mtu = info.mtu;
  }
  return parameters;
}

bool matches(const FaceQueryFilter& filter, const face::FaceInfo& info) {
  const bool scheme_fits = !filter.uri_scheme || *filter.uri_scheme == scheme_of(info.remote_uri) ||
                           *filter.uri_scheme == scheme_of(info.local_uri);
  return scheme_fits && fits(filter.face_id, std::uint64_t{info.id}) &&
         fits(filter.remote_uri, info.remote_uri) && fits(filter.local_uri, info.local_uri) &&
         fits(filter.scope, static_cast<std::uint64_t>(info.scope)) &&
         fits(filter.persistency, static_cast<std::uint64_t>(info.persistency)) &&
         fits(filter.link_type, static_cast<std::uint64_t>(info.link_type));
}

bool is_stream(std::string_view uri) {
  const std::string_view scheme = scheme_of(uri);
  return scheme == "unix" || scheme == "fd" || scheme == "internal" || scheme == "null" ||
         scheme == "contentstore" || scheme.starts_with("tcp") || scheme.starts_with("ws");
}

}  // namespace augustus::manage
