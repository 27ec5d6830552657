// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "main/control/present.hh"
#include "main/control/verb.hh"
#include "main/control/views.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

using namespace control;

struct General {
  manage::ForwarderStatus status;
  std::vector<manage::DropStatus> drops;
  std::vector<manage::PoolStatus> pools;
  std::vector<manage::PartitionStatus> partitions;
  std::vector<manage::ThreadStatus> threads;
};

General fetch(Session& session) {
  General general{fetch_general(session.client), {}, {}, {}, {}};
  if (general.status.version.starts_with("augustus")) {  // other routers do not tell
    general.drops = fetch_drops(session.client);
    general.pools = fetch_pools(session.client);
    general.partitions = fetch_partitions(session.client);
    general.threads = fetch_threads(session.client);
  }
  return general;
}

Json json_of(const General& general) {
  Json json = to_json(general.status, general.drops);
  json["pools"] = to_json(general.pools);
  json["threads"] = to_json(general.threads);
  json["partitions"] = to_json(general.partitions);
  return json;
}

void print(const Session& session, const General& general, const std::string& indent = "") {
  const std::string pit_structure =
      general.partitions.empty() ? std::string() : general.partitions.front().pit_structure;
  print_general(session.out, general.status, general.drops, pit_structure, indent);
  if (!general.threads.empty()) {
    session.out << '\n';
    print_threads(session.out, general.threads, indent);
  }
  if (!general.pools.empty()) {
    session.out << '\n';
    print_pools(session.out, general.pools, indent);
  }
  // A single one has nothing to tell apart.
  if (general.partitions.size() > 1) {
    session.out << '\n';
    print_partitions(session.out, general.partitions, indent);
  }
}

void show_status(Session& session, const Arguments&) {
  const General general = fetch(session);
  if (session.json) {
    session.out << json_of(general).dump(2) << '\n';
  } else {
    print(session, general);
  }
}

void list_channels(Session& session, const Arguments&) {
  const auto channels = fetch_channels(session.client);
  if (session.json) {
    session.out << to_json(channels).dump(2) << '\n';
  } else {
    print_channels(session.out, channels);
  }
}

void list_fib(Session& session, const Arguments&) {
  const auto entries = fetch_fib(session.client);
  if (session.json) {
    session.out << to_json(entries).dump(2) << '\n';
  } else {
    print_fib(session.out, entries);
  }
}

/// Everything the router tells.
void report(Session& session, const Arguments&) {
  const General general = fetch(session);
  const auto channels = fetch_channels(session.client);
  const auto faces = fetch_faces(session.client);
  const auto fib = fetch_fib(session.client);
  const auto rib = fetch_rib(session.client);
  const auto cs = fetch_cs(session.client);
  const auto strategies = fetch_strategies(session.client);
  if (session.json) {
    const Json json{{"general", json_of(general)},
                    {"channels", to_json(channels)},
                    {"faces", to_json(faces)},
                    {"fib", to_json(fib)},
                    {"rib", to_json(rib)},
                    {"cs", to_json(cs)},
                    {"strategies", to_json(strategies)}};
    session.out << json.dump(2) << '\n';
    return;
  }
  const std::string indent = "  ";
  session.out << "General status:\n";
  print(session, general, indent);
  session.out << "\nChannels:\n";
  print_channels(session.out, channels, indent);
  session.out << "\nFaces:\n";
  print_faces(session.out, faces, indent);
  session.out << "\nFIB:\n";
  print_fib(session.out, fib, indent);
  session.out << "\nRIB:\n";
  print_rib(session.out, rib, indent);
  session.out << "\nContent Store:\n";
  print_cs(session.out, cs, indent);
  session.out << "\nStrategies:\n";
  print_strategies(session.out, strategies, indent);
}

}  // namespace

void register_status(CLI::App& app, int&) {
  add_noun(app, "status", "Show what the router does",
           {{"show", "Show the general status", {}, show_status},
            {"report", "Show everything: channels, faces, FIB, RIB, Content Store, strategies", {}, report},
            {"channels", "List where the router listens", {}, list_channels},
            {"fib", "List the FIB", {}, list_fib}});
}

}  // namespace augustus
