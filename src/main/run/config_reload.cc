// SPDX-License-Identifier: Apache-2.0
#include "main/run/config_reload.hh"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/log.hh"
#include "main/graph/read_graph.hh"
#include "manage/security/authenticator.hh"

namespace augustus {
namespace {

using manage::ConfigChange;
using manage::ReloadReport;

/// Throws std::exception with what is wrong with the file.
manage::Config read(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_regular_file(file) && std::filesystem::file_size(file, error) == 0) {
    // Every key would have its default: somebody is writing it just now.
    throw manage::ConfigError(file + ": the file is empty");
  }
  manage::Config config = manage::read_config(file);
  manage::Authenticator certificates_can_be_read(config.management);
  if (!config.graph.empty()) {
    read_graph(config.graph);
  }
  return config;
}

std::vector<std::string> texts_of(const std::vector<ConfigChange>& changes) {
  std::vector<std::string> texts;
  std::ranges::transform(changes, std::back_inserter(texts), &ConfigChange::text);
  return texts;
}

std::string counted(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "change" : "changes");
}

bool is_graph(const ConfigChange& change) {
  return change.text.starts_with("run.graph:");
}

void log_report(const ReloadReport& report) {
  auto& out = log(LogModule::main);
  const auto level = report.code == 200 ? spdlog::level::info : spdlog::level::err;
  out.log(level, "reload: {}", report.summary);
  for (const std::string& line : report.lines) {
    out.log(level, "reload: {}", line);
  }
}

}  // namespace

ReloadReport ConfigReload::reload(bool dry_run) {
  ReloadReport report;
  if (file_.empty()) {
    report = {501, "The router was started without a configuration file", {}};
  } else {
    try {
      const manage::Config next = read(file_);
      report = apply(next, compare(values_, next.values), dry_run);
    } catch (const std::exception& error) {
      report = {400, "The configuration is not right, nothing was changed", {error.what()}};
    }
  }
  log_report(report);
  return report;
}

bool ConfigReload::forbids_graph(const manage::Config& next) const {
  return next.graph.empty() || !replace_graph_;
}

ReloadReport ConfigReload::apply(const manage::Config& next, std::vector<ConfigChange> changes,
                                 bool dry_run) {
  std::vector<ConfigChange> impossible;
  std::ranges::copy_if(changes, std::back_inserter(impossible), [&](const auto& change) {
    return !change.possible || (is_graph(change) && forbids_graph(next));
  });
  if (!impossible.empty()) {
    return {409, "This cannot change while the router runs, nothing was changed", texts_of(impossible)};
  }
  if (dry_run) {
    return {200, counted(changes.size()) + " would be made", texts_of(changes)};
  }
  // Also without a change: a certificate may have another content.
  manager_.trust(next.management);
  std::vector<std::string> failures = live_.apply(next);
  if (std::ranges::any_of(changes, is_graph)) {
    try {
      replace_graph_(next.graph);
    } catch (const std::invalid_argument& error) {
      failures.push_back(error.what());
    }
  }
  if (!failures.empty()) {
    return {500, "Some of it could not be done", failures};
  }
  values_ = next.values;
  return {200, counted(changes.size()) + (changes.size() == 1 ? " was made" : " were made"),
          texts_of(changes)};
}

}  // namespace augustus
