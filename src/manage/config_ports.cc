// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "manage/config_sections.hh"

namespace augustus::manage {
namespace {

constexpr std::size_t host_interface_name_max = 15;
constexpr std::uint64_t mtu_min = 576;
constexpr std::uint64_t mtu_max = 9600;
constexpr std::uint64_t idle_seconds_max = 7 * 24 * 3600;

bool is_pci_address(const std::string& device) {
  return std::count(device.begin(), device.end(), ':') == 2 && device.find('.') != std::string::npos;
}

void read_addresses(ConfigTable& section, face::PortOptions& port) {
  std::vector<std::string> texts;
  section.get("addresses", texts);
  for (const auto& text : texts) {
    const auto prefix = face::IpPrefix::parse(text);
    if (!prefix) {
      section.fail("addresses", "expected addresses with prefix lengths such as \"192.0.2.1/24\"");
    }
    port.addresses.push_back(*prefix);
  }
  texts.clear();
  section.get("gateways", texts);
  for (const auto& text : texts) {
    const auto address = face::IpAddress::parse(text);
    if (!address) {
      section.fail("gateways", "expected addresses such as \"192.0.2.254\"");
    }
    port.gateways.push_back(*address);
  }
}

void read_link(ConfigTable& section, face::PortOptions& port) {
  if (section.has("mtu")) {
    std::uint16_t mtu = 0;
    section.get("mtu", mtu, mtu_min, mtu_max);
    port.mtu = mtu;
  }
  if (section.has("mac")) {
    std::string text;
    section.get("mac", text);
    port.mac = face::MacAddress::parse(text);
    if (!port.mac) {
      section.fail("mac", "expected an Ethernet address such as \"02:00:00:00:00:01\"");
    }
  }
}

void read_header(ConfigTable& section, face::PortOptions& port) {
  std::string text = "ndn";
  section.get("header", text);
  if (text == "compact") {
    port.header = wire::PacketFormat::compact;
  } else if (text == "compact-2016") {
    port.header = wire::PacketFormat::compact_2016;
  } else if (text != "ndn") {
    section.fail("header", "expected \"ndn\", \"compact\" or \"compact-2016\"");
  }
  section.get_choice<bool>("names", port.keeps_names, {{"ndn", false}, {"compact", true}});
  if (port.keeps_names && port.header == wire::PacketFormat::ndn) {
    section.fail("names", "expected \"ndn\", as on every port without a compact header");
  }
  // A link of the compact header has no NDN group.
  port.ethernet_multicast = port.header == wire::PacketFormat::ndn;
  if (section.has("peer")) {
    section.get("peer", text);
    const auto peer = face::MacAddress::parse(text);
    if (!peer || port.header == wire::PacketFormat::ndn) {
      section.fail("peer", "expected an Ethernet address, on a port with a compact header");
    }
    port.peer = *peer;
  }
}

void read_port(ConfigTable& section, Config& config) {
  constexpr std::string_view expected =
      "expected a device such as \"net_af_packet0,iface=eth1\" or \"0000:01:00.0\"";
  face::PortOptions port;
  section.require("device", expected);
  section.get("device", port.device);
  if (port.device.empty()) {
    section.fail("device", expected);
  }
  port.name = "port" + std::to_string(config.ports.size());
  section.get("name", port.name);
  if (port.name.empty() || port.name.find_first_of("/: ") != std::string::npos ||
      std::ranges::any_of(config.ports, [&](const auto& other) { return other.name == port.name; })) {
    section.fail("name", "expected a name of its own, without spaces, slashes and colons");
  }
  read_addresses(section, port);
  read_link(section, port);
  read_header(section, port);
  section.get("host_interface", port.host_interface);
  if (port.host_interface.size() > host_interface_name_max) {
    section.fail("host_interface", "expected a name of at most 15 bytes");
  }
  section.get_choice<face::PortDispatch>("dispatch", port.dispatch,
                                         {{"direct", face::PortDispatch::direct},
                                          {"dispatcher", face::PortDispatch::dispatcher},
                                          {"rss-udp", face::PortDispatch::rss_udp},
                                          {"rss-ip", face::PortDispatch::rss_ip}});
  section.get("udp_port", port.udp_port, 1);
  section.get("udp_ports", port.udp_ports, 1, 1024);
  section.get("udp_on_demand", port.udp_on_demand);
  section.get("ethernet_on_demand", port.ethernet_on_demand);
  section.get("ethernet_multicast", port.ethernet_multicast);
  std::uint64_t idle_seconds = port.idle_timeout / nanoseconds_per_second;
  section.get("idle_seconds", idle_seconds, 1, idle_seconds_max);
  port.idle_timeout = idle_seconds * nanoseconds_per_second;
  auto& kept = config.router.compact_names;
  if (port.keeps_names && std::ranges::find(kept, port.header) == kept.end()) {
    kept.push_back(port.header);
  }
  if (is_pci_address(port.device)) {
    config.router.pci_devices.push_back(port.device.substr(0, port.device.find(',')));
  }
  config.ports.push_back(std::move(port));
}

}  // namespace

void read_ports(ConfigTable& file, Config& config) {
  file.in("dpdk", [&config](ConfigTable& section) {
    section.each("ports", [&config](ConfigTable& port) { read_port(port, config); });
  });
  const auto dispatched =
      std::ranges::count(config.ports, face::PortDispatch::dispatcher, &face::PortOptions::dispatch);
  if (config.router.dispatchers == 0) {
    config.router.dispatchers = static_cast<unsigned>(dispatched);
  }
}

}  // namespace augustus::manage
