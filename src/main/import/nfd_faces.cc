// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "face/face_uri.hh"
#include "face/udp_multicast.hh"
#include "main/errors.hh"
#include "main/import/nfd_sections.hh"

namespace augustus::nfd_import {
namespace {

constexpr std::uint64_t port_max = 65535;
constexpr std::uint64_t nfd_mtu_default = 8800;
constexpr std::uint64_t idle_seconds_max = 7 * 24 * 3600;

/// What enable_v4 and enable_v6 say, as addresses to listen on.
std::vector<std::string> addresses(const NfdSection& section) {
  std::vector<std::string> listen;
  if (section.yes("enable_v4", true)) {
    listen.emplace_back("0.0.0.0");
  }
  if (section.yes("enable_v6", true)) {
    listen.emplace_back("::");
  }
  if (listen.empty()) {
    throw UsageError(section.path() + ": expected enable_v4 or enable_v6 to be yes");
  }
  return listen;
}

void import_unix(const NfdSection& faces, TomlText& out) {
  out.table("faces.unix");
  const auto section = faces.section("unix");
  if (!section) {
    out.set("enabled", false);
    return;
  }
  std::string path = section->text("path", "/run/nfd/nfd.sock");
  if (path.starts_with("unix://")) {
    path.erase(0, 7);
  }
  if (path.starts_with('/')) {
    out.set("path", path);
  } else {
    out.missing("face_system.unix.path " + path, "expected an absolute path; the usual one is taken");
  }
  section->note_others(out, {"path"});
}

/// `listen` and `port` of a channel, and whether there is one.
void import_listen(const NfdSection& section, std::uint64_t default_port, TomlText& out) {
  if (!section.yes("listen", true)) {
    out.set("enabled", false);
  }
  out.set("listen", addresses(section));
  out.set("port", section.number("port", default_port, 1, port_max));
}

bool is_loopback_only(const NfdSection& local) {
  const auto whitelist = local.section("whitelist");
  const auto blacklist = local.section("blacklist");
  const auto is_loopback = [](const auto& entry) {
    const std::string& subnet = entry.second.data();
    return entry.first == "subnet" && (subnet == "127.0.0.0/8" || subnet == "::1/128");
  };
  return (!blacklist || blacklist->tree().empty()) &&
         (!whitelist || std::ranges::all_of(whitelist->tree(), is_loopback));
}

void import_tcp(const NfdSection& faces, TomlText& out) {
  out.table("faces.tcp");
  const auto section = faces.section("tcp");
  if (!section) {
    out.set("enabled", false);
    return;
  }
  import_listen(*section, 6363, out);
  if (const auto local = section->section("local"); local && !is_loopback_only(*local)) {
    out.missing("face_system.tcp.local", "connections of 127.0.0.0/8 and ::1 are local, no others");
  }
  section->note_others(out, {"listen", "port", "enable_v4", "enable_v6", "local"});
}

/// Interfaces of a whitelist by name, where that is all it says; empty: all.
std::vector<std::string> interfaces(const NfdSection& section, TomlText& out) {
  std::vector<std::string> names;
  bool all = false;
  const auto whitelist = section.section("whitelist");
  for (const auto& [kind, child] : whitelist ? whitelist->tree() : Tree{}) {
    const std::string& value = child.data();
    const bool pattern = value.find_first_of("*?[") != std::string::npos;
    if (kind == "*") {
      all = true;
    } else if (kind == "ifname" && !pattern) {
      names.push_back(value);
    } else {
      out.missing(whitelist->path() + ": " + kind + " " + value,
                  "interfaces are chosen by their whole names, in multicast_interfaces");
    }
  }
  if (const auto blacklist = section.section("blacklist")) {
    for (const auto& [kind, child] : blacklist->tree()) {
      out.missing(blacklist->path() + ": " + kind + " " + child.data(),
                  "name the interfaces that are wanted in multicast_interfaces");
    }
  }
  return all ? std::vector<std::string>{} : names;
}

void import_multicast(const NfdSection& section, TomlText& out) {
  const bool multicast = section.yes("mcast", true);
  out.set("multicast", multicast);
  const auto names = interfaces(section, out);
  if (!names.empty()) {
    out.set("multicast_interfaces", names);
  }
  const auto differs = [&](const char* key, const std::string& ours) {
    if (multicast && section.text(key, ours) != ours) {
      out.missing(section.child_path(key) + " " + section.text(key, ""),
                  "the group and its port are fixed: " + ours);
    }
  };
  differs("mcast_group", face::udp_multicast_group_v4);
  differs("mcast_group_v6", face::udp_multicast_group_v6);
  differs("mcast_port", std::to_string(face::ndn_multicast_port));
  differs("mcast_port_v6", std::to_string(face::ndn_multicast_port));
  if (multicast && section.yes("mcast_ad_hoc", false)) {
    out.missing("face_system.udp.mcast_ad_hoc yes", "multicast Faces are multi-access");
  }
}

void import_udp(const NfdSection& faces, TomlText& out) {
  out.table("faces.udp");
  const auto section = faces.section("udp");
  if (!section) {
    out.set("enabled", false);
    return;
  }
  import_listen(*section, 6363, out);
  out.set("idle_seconds",
          std::max<std::uint64_t>(section->number("idle_timeout", 600, 0, idle_seconds_max), 1));
  const auto mtu = section->number("unicast_mtu", nfd_mtu_default, 64, nfd_mtu_default);
  if (mtu != nfd_mtu_default) {
    out.missing("face_system.udp.unicast_mtu " + std::to_string(mtu),
                "give each Face its mtu in [[faces.create]] or with augustus face create");
  }
  import_multicast(*section, out);
  section->note_others(
      out, {"listen", "port", "enable_v4", "enable_v6", "idle_timeout", "unicast_mtu", "mcast", "mcast_group",
            "mcast_port", "mcast_group_v6", "mcast_port_v6", "mcast_ad_hoc", "whitelist", "blacklist"});
}

void import_websocket(const NfdSection& faces, TomlText& out) {
  out.table("faces.websocket");
  const auto section = faces.section("websocket");
  if (!section) {
    out.set("enabled", false);
    return;
  }
  const auto listen = addresses(*section);
  if (!section->yes("listen", true)) {
    out.set("enabled", false);
  }
  out.set("listen", listen.front());
  out.set("port", section->number("port", 9696, 1, port_max));
  if (listen.size() > 1 && section->has("enable_v6")) {
    out.missing("face_system.websocket.enable_v6 yes", "WebSocket clients are listened for on one address");
  }
  section->note_others(out, {"listen", "port", "enable_v4", "enable_v6"});
}

void import_ether(const NfdSection& faces, TomlText& out) {
  const auto section = faces.section("ether");
  if (!section || !(section->yes("listen", true) || section->yes("mcast", true))) {
    return;
  }
  out.outside();
  out.missing("face_system.ether", "Ethernet Faces need a DPDK port for their interface, for example");
  out.remark("[[dpdk.ports]]");
  out.remark("device = \"net_af_packet0,iface=eth0\"");
}

void import_netdev_bound(const NfdSection& faces, TomlText& out) {
  out.outside();
  const auto section = faces.section("netdev_bound");
  for (const auto& [key, rule] : section ? section->tree() : Tree{}) {
    for (const auto& [field, child] : rule) {
      if (field == "remote") {
        out.missing("face_system.netdev_bound: remote " + child.data(),
                    "Faces are not bound to an interface; [[faces.create]] makes one by route");
      }
    }
  }
}

}  // namespace

void import_faces(const NfdSection& file, TomlText& out) {
  static const Tree nothing;
  const NfdSection faces = file.section("face_system").value_or(NfdSection(nothing, "face_system"));
  import_unix(faces, out);
  import_udp(faces, out);
  import_tcp(faces, out);
  import_websocket(faces, out);
  import_ether(faces, out);
  import_netdev_bound(faces, out);
  if (const auto general = faces.section("general")) {
    if (!general->yes("enable_congestion_marking", true)) {
      out.missing("face_system.general.enable_congestion_marking no",
                  "it is switched off by Face: congestion_marking = false in [[faces.create]]");
    }
    general->note_others(out, {"enable_congestion_marking"});
  }
  faces.note_others(out, {"general", "unix", "tcp", "udp", "ether", "websocket", "netdev_bound"});
}

}  // namespace augustus::nfd_import
