// SPDX-License-Identifier: Apache-2.0
#include "manage/router_module.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "base/log_level.hh"
#include "manage/codec/log_status.hh"
#include "manage/module_common.hh"

namespace augustus::manage {
namespace {

/// Room in the Data that carries the response, beside its name and signature.
constexpr std::size_t report_bytes_max = 7000;

std::string text_of(const wire::Name& name, std::size_t component) {
  const auto bytes = name[component].value;
  return {bytes.begin(), bytes.end()};
}

}  // namespace

RouterModule::RouterModule(Dispatcher& dispatcher) {
  constexpr std::string_view module = "augustus-router";
  dispatcher.add_command(module, "reload", {.required = 0, .optional = Field::flags | Field::mask},
                         [this](const auto&, const auto& parameters) { return reload(parameters); });
  dispatcher.add_command(module, "log-level", {.required = only(Field::name), .optional = 0},
                         [this](const auto&, const auto& parameters) { return set_log_level(parameters); });
  dispatcher.add_dataset(module, "log", 0, [this](const CommandContext&, auto& payload) {
    payload = log_levels();
    return std::nullopt;
  });
}

ControlResponse RouterModule::reload(const ControlParameters& parameters) {
  if (!reloader_) {
    return failure(501, "This router has no configuration to read again");
  }
  const ReloadReport report = reloader_(parameters.flag(flag_dry_run).value_or(false));
  return {report.code, report.text(report_bytes_max), std::nullopt};
}

ControlResponse RouterModule::set_log_level(const ControlParameters& parameters) {
  const wire::Name& name = *parameters.name;
  if (name.size() != 2) {
    return failure(400, "Name is to be /MODULE/LEVEL");
  }
  const std::string module = text_of(name, 0);
  const std::string level = text_of(name, 1);
  const auto known = std::ranges::find(log_module_names, module);
  if (known == log_module_names.end() && module != "all") {
    return failure(404, fmt::format("There is no such module: all, {}", fmt::join(log_module_names, ", ")));
  }
  if (std::ranges::find(log_level_names, level) == log_level_names.end()) {
    return failure(400, fmt::format("There is no such level: {}", fmt::join(log_level_names, ", ")));
  }
  for (std::size_t number = 0; number < log_module_names.size(); ++number) {
    if (module == "all" || module == log_module_names[number]) {
      set_log_level_of(static_cast<LogModule>(number), level);
    }
  }
  return success(parameters);
}

std::vector<std::uint8_t> RouterModule::log_levels() const {
  std::vector<std::uint8_t> payload;
  for (std::size_t number = 0; number < log_module_names.size(); ++number) {
    const auto item = LogStatus{std::string(log_module_names[number]),
                                std::string(log_level_of(static_cast<LogModule>(number)))}
                          .encode();
    payload.insert(payload.end(), item.begin(), item.end());
  }
  return payload;
}

}  // namespace augustus::manage
