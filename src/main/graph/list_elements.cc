// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "element/element_classes.hh"
#include "main/control/text_table.hh"
#include "main/graph/graph_commands.hh"

namespace augustus {
namespace {

using element::any_number;
using element::ElementClass;
using Json = nlohmann::ordered_json;

std::string range(unsigned least, unsigned most) {
  if (least == most) {
    return std::to_string(least);
  }
  return most == any_number ? fmt::format("{}+", least) : fmt::format("{}-{}", least, most);
}

void print(std::span<const ElementClass> classes) {
  control::TextTable table({{"class"}, {"inputs"}, {"outputs"}, {"push/pull"}, {"arguments"}, {"purpose"}});
  for (const ElementClass& each : classes) {
    const bool is_table = each.kind == ElementClass::Kind::table;
    table.add({each.name, is_table ? "table" : range(each.inputs_min, each.inputs_max),
               is_table ? "" : range(each.outputs_min, each.outputs_max), is_table ? "" : each.processing,
               each.arguments, each.purpose});
  }
  table.print(std::cout);
}

Json json_range(unsigned least, unsigned most) {
  return {{"min", least}, {"max", most == any_number ? Json() : Json(most)}};
}

void print_json(std::span<const ElementClass> classes) {
  Json list = Json::array();
  for (const ElementClass& each : classes) {
    Json entry = {{"class", each.name},
                  {"kind", each.kind == ElementClass::Kind::table ? "table" : "element"},
                  {"purpose", each.purpose},
                  {"arguments", each.arguments}};
    if (each.kind == ElementClass::Kind::element) {
      entry["inputs"] = json_range(each.inputs_min, each.inputs_max);
      entry["outputs"] = json_range(each.outputs_min, each.outputs_max);
      entry["processing"] = each.processing;
      entry["flow"] = each.flow;
    }
    list.push_back(std::move(entry));
  }
  std::cout << list.dump(2) << '\n';
}

}  // namespace

void register_graph_elements(CLI::App& graph) {
  auto* command = graph.add_subcommand("elements", "List the classes of elements that a file may name");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print JSON");
  command->callback([json] {
    const auto classes = element::element_classes();
    *json ? print_json(classes) : print(classes);
  });
}

}  // namespace augustus
