// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "main/control/command.hh"
#include "main/control/present.hh"
#include "main/control/verb.hh"
#include "main/control/views.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

using namespace control;
using Kind = Argument::Kind;

void list_partitions(Session& session, const Arguments&) {
  const auto partitions = fetch_partitions(session.client);
  if (session.json) {
    session.out << to_json(partitions).dump(2) << '\n';
  } else {
    print_partitions(session.out, partitions);
  }
}

void list_threads(Session& session, const Arguments&) {
  const auto threads = fetch_threads(session.client);
  if (session.json) {
    session.out << to_json(threads).dump(2) << '\n';
  } else {
    print_threads(session.out, threads);
  }
}

void move_partition(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.partition = arguments.number("partition");
  parameters.worker = arguments.number("to");
  print_result(session, "partition-moved", command(session, "augustus-partition", "move", parameters));
}

}  // namespace

void register_partition(CLI::App& app, int&) {
  add_noun(app, "partition", "Show and move the partitions that names fall into",
           {{"list", "List the partitions: their workers, what they hold, their load", {}, list_partitions},
            {"threads", "List the threads that forward, and their load", {}, list_threads},
            {"move",
             "Move a partition to another worker; nothing is lost",
             {{"partition", "NUMBER", "The partition, as list numbers it", Kind::by_place, true},
              {"to", "WORKER", "The worker that has it from now on", Kind::by_name, true}},
             move_partition}});
}

}  // namespace augustus
