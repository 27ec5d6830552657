// SPDX-License-Identifier: Apache-2.0
#include "face/socket_address.hh"
#include "manage/config_sections.hh"

namespace augustus::manage {

void read_metrics(ConfigTable& file, Config& config) {
  file.in("metrics", [&config](ConfigTable& section) {
    section.get("enabled", config.metrics.enabled);
    section.get("listen", config.metrics.listen.address);
    section.get("port", config.metrics.listen.port);
    section.get("faces", config.metrics.faces_max);
    section.get("hosts", config.metrics.hosts);
    if (!face::SocketAddress::parse(config.metrics.listen.address, 0)) {
      section.fail("listen", "expected a numeric address such as \"127.0.0.1\" or \"::1\"");
    }
  });
}

}  // namespace augustus::manage
