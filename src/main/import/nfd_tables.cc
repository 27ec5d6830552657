// SPDX-License-Identifier: Apache-2.0
#include "forward/strategy_id.hh"
#include "main/errors.hh"
#include "main/import/nfd_sections.hh"
#include "wire/name.hh"

namespace augustus::nfd_import {
namespace {

constexpr std::uint64_t capacity_max = 0xffffffff;

void import_cs(const NfdSection& tables, TomlText& out) {
  out.table("cs");
  out.set("capacity", tables.number("cs_max_packets", 65536, 0, capacity_max));
  const std::string policy = tables.text("cs_policy", "lru");
  if (policy == "lru") {
    out.set("replacement", "lru");
  } else if (policy == "priority_fifo") {
    out.set("replacement", "fifo");
    out.remark("priority_fifo evicts what is no longer fresh first; fifo does not look at freshness");
  } else {
    out.missing("tables.cs_policy " + policy, "lru is taken");
  }
  const std::string unsolicited = tables.text("cs_unsolicited_policy", "drop-all");
  if (unsolicited != "drop-all") {
    out.missing("tables.cs_unsolicited_policy " + unsolicited, "Data that nobody asked for is dropped");
  }
}

void import_strategies(const NfdSection& tables, TomlText& out) {
  const auto section = tables.section("strategy_choice");
  for (const auto& [prefix, child] : section ? section->tree() : Tree{}) {
    const auto name = wire::Name::from_uri(prefix);
    const auto strategy = wire::Name::from_uri(child.data());
    if (!name || !strategy || strategy->empty()) {
      throw UsageError("tables.strategy_choice: expected a prefix and a strategy, not '" + prefix + " " +
                       child.data() + "'");
    }
    if (const auto parsed = forward::parse_strategy(*strategy); !parsed.program) {
      out.outside();
      out.missing("tables.strategy_choice: " + prefix + " " + child.data(), parsed.problem);
      continue;
    }
    out.element("strategies");
    out.set("prefix", name->uri());
    out.set("strategy", strategy->uri());
  }
}

void import_regions(const NfdSection& tables, TomlText& out) {
  const auto section = tables.section("network_region");
  std::vector<std::string> names;
  for (const auto& [name, child] : section ? section->tree() : Tree{}) {
    const auto region = wire::Name::from_uri(name);
    if (!region) {
      throw UsageError("tables.network_region: expected a name, not '" + name + "'");
    }
    names.push_back(region->uri());
  }
  if (!names.empty()) {
    out.table("regions");
    out.set("names", names);
  }
}

}  // namespace

void import_tables(const NfdSection& file, TomlText& out) {
  const auto tables = file.section("tables");
  if (!tables) {
    return;
  }
  import_cs(*tables, out);
  tables->note_others(
      out, {"cs_max_packets", "cs_policy", "cs_unsolicited_policy", "strategy_choice", "network_region"});
  import_strategies(*tables, out);
  import_regions(*tables, out);
}

}  // namespace augustus::nfd_import
