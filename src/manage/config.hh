// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "face/port/port_options.hh"
#include "manage/config_error.hh"
#include "manage/config_values.hh"
#include "manage/manager_options.hh"
#include "wire/name.hh"
#include "worker/placement/placement_plan.hh"
#include "worker/router.hh"
#include "worker/router_options.hh"

namespace augustus::manage {

/// An address and port that a channel listens on, as [faces.udp] and [faces.tcp] name them.
struct ListenAddress {
  std::string address;  ///< numeric, IPv6 without brackets
  std::uint16_t port = 6363;
  bool operator==(const ListenAddress&) const = default;
};

struct StaticRoute {
  wire::Name prefix;
  std::string face_uri;  ///< a face of [[faces.create]], or one that is made for it
  std::uint64_t cost = 0;
};

struct StrategyChoiceLine {
  wire::Name prefix;
  wire::Name strategy;
};

/// [metrics]: figures for Prometheus over HTTP.
struct MetricsOptions {
  bool enabled = false;
  ListenAddress listen = {"127.0.0.1", 9636};  ///< port 0: any
  std::uint32_t faces_max = 1000;              ///< Faces that are listed one by one
  std::vector<std::string> hosts;              ///< names that the server is asked by, besides addresses
  bool operator==(const MetricsOptions&) const = default;
};

/// Everything the configuration file says. Default-constructed: what the router does without one.
struct Config {
  std::string file;     ///< where this was read from; empty: nowhere
  ConfigValues values;  ///< the same as text; empty: nowhere
  worker::RouterOptions router;
  worker::PlacementPolicy placement = worker::PlacementPolicy::automatic;
  int management_cpu = worker::cpu_none;  ///< cpu_none: chosen
  ManagerOptions management;
  MetricsOptions metrics;

  std::string unix_path;  ///< empty: default_socket_path()
  unsigned unix_mode = 0666;
  bool unix_enabled = true;
  std::vector<ListenAddress> udp = {{"0.0.0.0", 6363}, {"::", 6363}};
  std::vector<ListenAddress> tcp = {{"0.0.0.0", 6363}, {"::", 6363}};
  std::optional<ListenAddress> websocket = ListenAddress{"0.0.0.0", 9696};
  bool udp_multicast = false;                     ///< a multicast Face on every interface that can
  std::vector<std::string> multicast_interfaces;  ///< only these; empty: all

  std::vector<face::PortOptions> ports;  ///< DPDK ports

  std::string files;  ///< the folder of files that commands may name; empty: FileFolder::usual_path()
  std::string graph;  ///< a file that describes the elements to forward by; empty: none

  std::vector<worker::FaceRequest> faces;
  std::vector<StaticRoute> routes;
  std::vector<StrategyChoiceLine> strategies;

  std::string user;  ///< to become after start, when started as root; empty: stay
  std::string group;
  std::string log_level = "info";
  std::map<std::string, std::string> module_log_levels;
};

/// Reads a configuration file (TOML; etc/augustus.toml documents every key). Throws ConfigError.
Config read_config(const std::string& path);
/// The same for the text of one; `file` names it in messages, and relative paths in it are from its folder.
Config parse_config(const std::string& text, const std::string& file);

}  // namespace augustus::manage
