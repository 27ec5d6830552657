// SPDX-License-Identifier: Apache-2.0
#include "manage/config.hh"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/log_level.hh"
#include "manage/config_sections.hh"

namespace augustus::manage {
namespace {

void check_log_level(ConfigTable& table, std::string_view key, const std::string& level) {
  for (const std::string_view known : log_level_names) {
    if (level == known) {
      return;
    }
  }
  table.fail(key,
             "expected one of \"trace\", \"debug\", \"info\", \"warn\", \"error\", \"critical\", \"off\"");
}

void check_log_module(ConfigTable& table, const std::string& module) {
  if (std::ranges::find(log_module_names, module) == log_module_names.end()) {
    table.fail(module, fmt::format("no such module: expected one of {}", fmt::join(log_module_names, ", ")));
  }
}

toml::table parse(const std::string& text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const toml::source_position& position = error.source().begin;
    throw ConfigError(fmt::format("{}:{}:{}: {}", file, position.line, position.column, error.description()));
  }
}

}  // namespace

void read_process(ConfigTable& file, Config& config) {
  file.in("run", [&config](ConfigTable& run) {
    run.get("user", config.user);
    run.get("group", config.group);
    run.get("files", config.files);
    if (!config.files.empty() && std::filesystem::path(config.files).is_relative()) {
      config.files = (std::filesystem::path(run.folder()) / config.files).string();
    }
    run.get("graph", config.graph);
    if (!config.graph.empty() && std::filesystem::path(config.graph).is_relative()) {
      config.graph = (std::filesystem::path(run.folder()) / config.graph).string();
    }
  });
  file.in("log", [&config](ConfigTable& log) {
    log.get("level", config.log_level);
    check_log_level(log, "level", config.log_level);
    log.in("modules", [&config](ConfigTable& modules) {
      modules.each_text([&](const std::string& module, const std::string& level) {
        check_log_module(modules, module);
        check_log_level(modules, module, level);
        config.module_log_levels[module] = level;
      });
    });
  });
}

Config parse_config(const std::string& text, const std::string& file) {
  const toml::table parsed = parse(text, file);
  Config config;
  ConfigTable top(parsed, "", file, config.values);
  config.file = file;
  read_process(top, config);
  read_faces(top, config);
  read_forwarding(top, config);
  read_security(top, config);
  read_sizes(top, config);
  read_ports(top, config);
  read_metrics(top, config);
  top.finish();
  return config;
}

Config read_config(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw ConfigError(fmt::format("{}: expected a file, and this is a folder", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw ConfigError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  }
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return parse_config(text, path);
}

}  // namespace augustus::manage
