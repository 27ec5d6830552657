// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <ostream>
#include <stdexcept>

#include "main/control/bulk_routes.hh"
#include "main/control/command.hh"
#include "main/control/face_reference.hh"
#include "main/control/present.hh"
#include "main/control/verb.hh"
#include "main/control/views.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"
#include "manage/rib/route.hh"

namespace augustus {
namespace {

using namespace control;
using Kind = Argument::Kind;

std::optional<std::uint64_t> get_origin(const Arguments& arguments) {
  const auto word = arguments.text("origin");
  const auto origin = word ? origin_from_word(*word) : std::nullopt;
  if (word && !origin) {
    throw UsageError(
        fmt::format("origin '{}': expected a number or one of app, autoreg, client, autoconf, dv, nlsr, "
                    "prefixann, static",
                    *word));
  }
  return origin;
}

void print_entries(Session& session, const std::vector<manage::RibStatus>& entries) {
  if (session.json) {
    session.out << to_json(entries).dump(2) << '\n';
  } else {
    print_rib(session.out, entries);
  }
}

std::uint64_t existing_face(Session& session, const std::string& id_or_uri) {
  const auto face = find_face(session.client, id_or_uri);
  if (!face) {
    throw std::runtime_error(fmt::format("there is no face {}", id_or_uri));
  }
  return *face;
}

void list_routes(Session& session, const Arguments& arguments) {
  const auto origin = get_origin(arguments);
  const auto next_hop = arguments.text("nexthop");
  const auto face = next_hop ? std::optional(existing_face(session, *next_hop)) : std::nullopt;
  auto entries = fetch_rib(session.client);
  for (manage::RibStatus& entry : entries) {
    std::erase_if(entry.routes, [&](const auto& route) {
      return (face && route.face_id != *face) || (origin && route.origin != *origin);
    });
  }
  std::erase_if(entries, [](const manage::RibStatus& entry) { return entry.routes.empty(); });
  print_entries(session, entries);
}

void show_route(Session& session, const Arguments& arguments) {
  const wire::Name prefix = *arguments.prefix("prefix");
  auto entries = fetch_rib(session.client);
  std::erase_if(entries, [&prefix](const manage::RibStatus& entry) { return entry.prefix != prefix; });
  if (entries.empty()) {
    throw std::runtime_error(fmt::format("there is no route for {}", prefix.uri()));
  }
  print_entries(session, entries);
}

/// What a command to add a route says of it but for prefix and next hop.
manage::ControlParameters route_parameters(const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.origin = get_origin(arguments).value_or(manage::route_origin::static_route);
  parameters.cost = arguments.number("cost").value_or(0);
  parameters.flags = (arguments.has("no-inherit") ? 0 : manage::route_flag_child_inherit) |
                     (arguments.has("capture") ? manage::route_flag_capture : 0);
  parameters.expiration_period_ms = arguments.number("expires");
  return parameters;
}

void add_route(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters = route_parameters(arguments);
  if (const auto file = arguments.text("file")) {
    if (arguments.has("prefix") || arguments.has("nexthop")) {
      throw UsageError("with 'file', prefixes and next hops stand in the file");
    }
    add_routes(session, *file, parameters);
    return;
  }
  if (!arguments.has("prefix") || !arguments.has("nexthop")) {
    throw UsageError("a prefix and a next hop are needed, or 'file FILE' with a line for each route");
  }
  parameters.name = arguments.prefix("prefix");
  parameters.face_id = face_or_make(session, *arguments.text("nexthop"));
  manage::ControlParameters added = command(session, "rib", "register", parameters);
  added.name = parameters.name;
  print_result(session, "route-add-accepted", added, route_flag_words);
}

void remove_route(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.name = arguments.prefix("prefix");
  parameters.origin = get_origin(arguments).value_or(manage::route_origin::static_route);
  parameters.face_id = existing_face(session, *arguments.text("nexthop"));
  manage::ControlParameters removed = command(session, "rib", "unregister", parameters);
  removed.name = parameters.name;
  print_result(session, "route-removed", removed);
}

}  // namespace

void register_route(CLI::App& app, int&) {
  const Argument prefix{"prefix", "PREFIX", "Name prefix", Kind::by_place, true};
  const Argument optional_prefix{"prefix", "PREFIX", "Name prefix", Kind::by_place};
  const Argument optional_next_hop{"nexthop", "FACEID|FACEURI", "The face, or its remote URI", Kind::by_place};
  const Argument next_hop{"nexthop", "FACEID|FACEURI", "The face, or its remote URI", Kind::by_place, true};
  const Argument origin{"origin", "ORIGIN", "Who made the route: app, client, nlsr, static, ... or a number"};
  add_noun(app, "route", "List, add and remove routes (RIB)",
           {{"list",
             "List routes",
             {{"nexthop", "FACEID|FACEURI", "Those to this face", Kind::by_place}, origin},
             list_routes},
            {"show", "Show the routes of one prefix", {prefix}, show_route},
            {"add",
             "Add a route, or all those of a file; a face that is not there yet is made",
             {optional_prefix,
              optional_next_hop,
              {"file", "FILE", "Add a route for each line PREFIX FACEID|FACEURI [COST]; -: standard input"},
              origin,
              {"cost", "COST", "Cost (default: 0)"},
              {"no-inherit", "", "Longer prefixes do not use this next hop", Kind::flag},
              {"capture", "", "Longer prefixes do not inherit from shorter ones", Kind::flag},
              {"expires", "MS", "How long the route holds, in ms (default: for ever)"}},
             add_route},
            {"remove", "Remove a route", {prefix, next_hop, origin}, remove_route}});
}

}  // namespace augustus
