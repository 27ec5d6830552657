// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "face/face_info.hh"
#include "face/face_uri.hh"
#include "manage/config_sections.hh"

namespace augustus::manage {
namespace {

constexpr unsigned mode_max = 0777;
constexpr std::uint64_t idle_seconds_max = 7 * 24 * 3600;
constexpr std::uint64_t mtu_min = 64;
constexpr std::uint64_t mtu_max = 8800;

bool is_numeric_address(const std::string& text) {
  return face::SocketAddress::parse(text, 0).has_value();
}

/// `listen` (addresses), `port` and `enabled` of a channel section.
void read_listen(ConfigTable& section, std::vector<ListenAddress>& addresses) {
  std::vector<std::string> listen;
  std::uint16_t port = addresses.front().port;
  std::ranges::transform(addresses, std::back_inserter(listen), &ListenAddress::address);
  bool enabled = true;
  section.get("enabled", enabled);
  section.get("listen", listen);
  section.get("port", port, 1);
  addresses.clear();
  for (const std::string& address : listen) {
    if (!is_numeric_address(address)) {
      section.fail("listen", "expected numeric addresses such as \"0.0.0.0\" or \"::\"");
    }
    if (enabled) {
      addresses.push_back({address, port});
    }
  }
}

void read_unix(ConfigTable& section, Config& config) {
  section.get("enabled", config.unix_enabled);
  section.get("path", config.unix_path);
  section.get("mode", config.unix_mode, 0, mode_max);
  if (!config.unix_path.empty() && !config.unix_path.starts_with('/')) {
    section.fail("path", "expected an absolute path, or \"\" for the usual place");
  }
}

/// 0: never.
void read_idle_seconds(ConfigTable& section, TimeNs& timeout) {
  std::uint64_t idle_seconds = timeout == time_never ? 0 : timeout / nanoseconds_per_second;
  section.get("idle_seconds", idle_seconds, 0, idle_seconds_max);
  timeout = idle_seconds == 0 ? time_never : idle_seconds * nanoseconds_per_second;
}

void read_tcp(ConfigTable& section, Config& config) {
  read_listen(section, config.tcp);
  read_idle_seconds(section, config.router.tcp_idle_timeout_ns);
}

void read_udp(ConfigTable& section, Config& config) {
  read_listen(section, config.udp);
  std::uint64_t idle_seconds = config.router.udp_idle_timeout_ns / nanoseconds_per_second;
  section.get("idle_seconds", idle_seconds, 1, idle_seconds_max);
  config.router.udp_idle_timeout_ns = idle_seconds * nanoseconds_per_second;
  section.get("multicast", config.udp_multicast);
  section.get("multicast_interfaces", config.multicast_interfaces);
}

void read_websocket(ConfigTable& section, Config& config) {
  ListenAddress address = *config.websocket;
  bool enabled = true;
  section.get("enabled", enabled);
  section.get("listen", address.address);
  section.get("port", address.port, 1);
  read_idle_seconds(section, config.router.websocket_idle_timeout_ns);
  section.get("local_origins", config.router.web_pages.origins);
  section.get("hosts", config.router.web_pages.hosts);
  if (!is_numeric_address(address.address)) {
    section.fail("listen", "expected a numeric address such as \"0.0.0.0\" or \"::\"");
  }
  config.websocket = enabled ? std::optional(address) : std::nullopt;
}

void get_flag(ConfigTable& table, std::string_view key, std::uint64_t bit, std::uint64_t& flags) {
  bool on = (flags & bit) != 0;
  table.get(key, on);
  flags = on ? flags | bit : flags & ~bit;
}

worker::FaceRequest read_face(ConfigTable& table) {
  worker::FaceRequest request;
  request.flags = face::flag_congestion_marking;
  request.keeps_trying = true;
  request.remote_uri = get_face_uri(table, "remote");
  if (table.has("local")) {
    request.local_uri = get_face_uri(table, "local");
  }
  table.get_choice<face::Persistency>(
      "persistency", request.persistency,
      {{"persistent", face::Persistency::persistent}, {"permanent", face::Persistency::permanent}});
  get_flag(table, "local_fields", face::flag_local_fields, request.flags);
  get_flag(table, "reliability", face::flag_lp_reliability, request.flags);
  get_flag(table, "congestion_marking", face::flag_congestion_marking, request.flags);
  if (std::uint64_t mtu = 0; table.has("mtu")) {
    table.get("mtu", mtu, mtu_min, mtu_max);
    request.mtu = mtu;
  }
  if (std::uint64_t interval_ms = 0; table.has("congestion_interval_ms")) {
    table.get("congestion_interval_ms", interval_ms, 1, 60'000);
    request.congestion_interval_ns = interval_ms * nanoseconds_per_millisecond;
  }
  if (std::uint64_t threshold = 0; table.has("congestion_threshold_bytes")) {
    table.get("congestion_threshold_bytes", threshold, 1);
    request.congestion_threshold_bytes = threshold;
  }
  return request;
}

}  // namespace

std::string get_face_uri(ConfigTable& table, std::string_view key) {
  constexpr std::string_view expected =
      "expected a face URI with a numeric address such as \"udp4://192.0.2.1:6363\"";
  table.require(key, expected);
  std::string text;
  table.get(key, text);
  const auto uri = face::FaceUri::parse(text);
  if (!uri) {
    table.fail(key, expected);
  }
  if (uri->is_canonical()) {
    return text;
  }
  const auto canonical = uri->canonical();
  if (!canonical) {
    table.fail(key, expected);
  }
  return canonical->text();
}

void read_faces(ConfigTable& file, Config& config) {
  file.in("faces", [&config](ConfigTable& faces) {
    faces.in("unix", [&config](ConfigTable& section) { read_unix(section, config); });
    faces.in("udp", [&config](ConfigTable& section) { read_udp(section, config); });
    faces.in("tcp", [&config](ConfigTable& section) { read_tcp(section, config); });
    faces.in("websocket", [&config](ConfigTable& section) { read_websocket(section, config); });
    faces.each("create", [&config](ConfigTable& face) { config.faces.push_back(read_face(face)); });
  });
}

}  // namespace augustus::manage
