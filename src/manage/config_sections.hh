// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/config.hh"
#include "manage/config_table.hh"

namespace augustus::manage {

// Each reads the tables of one subject from the file's top table.

/// [faces.unix], [faces.udp], [faces.tcp], [faces.websocket], [[faces.create]]
void read_faces(ConfigTable& file, Config& config);
/// [[dpdk.ports]]
void read_ports(ConfigTable& file, Config& config);
/// [workers], [packets], [tables], [cs]
void read_sizes(ConfigTable& file, Config& config);
/// [[routes]], [[strategies]], [regions]
void read_forwarding(ConfigTable& file, Config& config);
/// [security]
void read_security(ConfigTable& file, Config& config);
/// [metrics]
void read_metrics(ConfigTable& file, Config& config);
/// [run], [log]
void read_process(ConfigTable& file, Config& config);

/// The canonical form of the Face URI under `key`, which must be one that faces/create takes.
std::string get_face_uri(ConfigTable& table, std::string_view key);

}  // namespace augustus::manage
