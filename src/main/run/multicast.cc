// SPDX-License-Identifier: Apache-2.0
#include "main/run/multicast.hh"

#include <ifaddrs.h>
#include <net/if.h>

#include <cerrno>
#include <memory>
#include <set>
#include <system_error>

#include "base/log.hh"
#include "face/face_uri.hh"
#include "face/udp_multicast.hh"

namespace augustus {
namespace {

std::set<std::string> multicast_interfaces() {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) {
    throw std::system_error(errno, std::generic_category(), "network interfaces");
  }
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> list(first, &freeifaddrs);
  std::set<std::string> names;
  for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
    constexpr unsigned wanted = IFF_UP | IFF_MULTICAST;
    if ((entry->ifa_flags & wanted) == wanted && (entry->ifa_flags & IFF_LOOPBACK) == 0) {
      names.insert(entry->ifa_name);
    }
  }
  return names;
}

}  // namespace

void join_multicast_groups(worker::Router& router, const manage::Config& config) {
  if (!config.udp_multicast) {
    return;
  }
  const auto& named = config.multicast_interfaces;
  const auto interfaces =
      named.empty() ? multicast_interfaces() : std::set<std::string>(named.begin(), named.end());
  for (const auto& interface : interfaces) {
    for (const char* group : {face::udp_multicast_group_v4, face::udp_multicast_group_v6}) {
      try {
        router.add_udp_multicast(group, face::ndn_multicast_port, interface);
        log(LogModule::main).info("multicast {} on {}", group, interface);
      } catch (const std::system_error& error) {
        if (error.code().value() != EADDRNOTAVAIL) {
          throw;
        }
      }
    }
  }
}

}  // namespace augustus
