// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>
#include <utility>

#include "main/errors.hh"
#include "main/import/nfd_sections.hh"

namespace augustus::nfd_import {
namespace {

/// By NFD's words, which it takes in any case.
std::optional<std::string> level_from(std::string word) {
  static const std::map<std::string, std::string> levels = {
      {"NONE", "off"},  {"FATAL", "critical"}, {"ERROR", "error"}, {"WARN", "warn"},
      {"INFO", "info"}, {"DEBUG", "debug"},    {"TRACE", "trace"}, {"ALL", "trace"}};
  for (char& letter : word) {
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  const auto found = levels.find(word);
  return found == levels.end() ? std::nullopt : std::optional(found->second);
}

/// The module here whose log says what NFD's module says, by the beginning of the name.
std::optional<std::string> module_from(std::string name) {
  if (name.starts_with("nfd.")) {
    name.erase(0, 4);
  }
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 21> modules = {{
      {"FibManager", "manage"},
      {"FaceManager", "manage"},
      {"CsManager", "manage"},
      {"StrategyChoiceManager", "manage"},
      {"ForwarderStatusManager", "manage"},
      {"CommandAuthenticator", "manage"},
      {"ManagerBase", "manage"},
      {"RibManager", "rib"},
      {"Rib", "rib"},
      {"FibUpdater", "rib"},
      {"Readvertise", "rib"},
      {"Ethernet", "port"},
      {"Face", "face"},
      {"Channel", "face"},
      {"Udp", "face"},
      {"Tcp", "face"},
      {"UnixStream", "face"},
      {"WebSocket", "face"},
      {"GenericLinkService", "face"},
      {"Transport", "face"},
      {"Nfd", "main"},
  }};
  for (const auto& [beginning, module] : modules) {
    if (name.starts_with(beginning)) {
      return std::string(module);
    }
  }
  return std::nullopt;
}

}  // namespace

void import_general(const NfdSection& file, TomlText& out) {
  const auto general = file.section("general");
  out.table("run");
  if (!general) {
    return;
  }
  for (const char* key : {"user", "group"}) {
    if (general->has(key)) {
      out.set(key, general->text(key, ""));
    }
  }
  general->note_others(out, {"user", "group"});
}

void import_log(const NfdSection& file, TomlText& out) {
  const auto log = file.section("log");
  if (!log) {
    return;
  }
  out.table("log");
  const std::string level = log->text("default_level", "INFO");
  if (const auto ours = level_from(level)) {
    out.set("level", *ours);
  } else {
    throw UsageError("log.default_level: no such level: '" + level + "'");
  }
  // Several of NFD's modules are one here; the first that names a level decides.
  std::map<std::string, std::string> levels;
  for (const auto& [module, child] : log->tree()) {
    if (module == "default_level") {
      continue;
    }
    const auto ours = module_from(module);
    const auto module_level = level_from(child.data());
    if (!ours || !module_level) {
      out.missing("log." + module + " " + child.data(), "nothing is logged here that corresponds");
    } else if (!levels.emplace(*ours, *module_level).second) {
      out.remark("log." + module + " is part of the module " + *ours + " here");
    }
  }
  out.table("log.modules");
  for (const auto& [module, module_level] : levels) {
    out.set(module, module_level);
  }
}

void import_forwarder(const NfdSection& file, TomlText& out) {
  out.outside();
  if (const auto forwarder = file.section("forwarder")) {
    const auto limit = forwarder->number("default_hop_limit", 0, 0, 255);
    if (limit != 0) {
      out.missing("forwarder.default_hop_limit " + std::to_string(limit),
                  "Interests without HopLimit are forwarded without");
    }
    forwarder->note_others(out, {"default_hop_limit"});
  }
}

}  // namespace augustus::nfd_import
