// SPDX-License-Identifier: Apache-2.0
#include "manage/strategy_module.hh"

#include "forward/strategy_id.hh"
#include "manage/codec/strategy_status.hh"
#include "manage/module_common.hh"

namespace augustus::manage {

StrategyModule::StrategyModule(DataPlane& data_plane, Dispatcher& dispatcher)
    : data_plane_(data_plane), pool_(data_plane) {
  dispatcher.add_command("strategy-choice", "set", {.required = Field::name | Field::strategy, .optional = 0},
                         [this](const auto& context, auto parameters) { return set(context, std::move(parameters)); });
  dispatcher.add_command("strategy-choice", "unset", {.required = only(Field::name), .optional = 0},
                         [this](const auto&, auto parameters) { return unset(std::move(parameters)); });
  dispatcher.add_dataset("strategy-choice", "list", 0, [this](const CommandContext&, auto& payload) {
    payload = list();
    return std::nullopt;
  });
}

ControlResponse StrategyModule::set(const CommandContext& context, ControlParameters parameters) {
  if (const auto refusal = refuse_deep(*parameters.name)) {
    return *refusal;
  }
  const auto parsed = forward::parse_strategy(*parameters.strategy);
  if (parsed.program && !pool_.may_set(context.peer, *parameters.name, parsed.program->name)) {
    return failure(503, "Who is behind this Face has chosen as many strategies as he may");
  }
  switch (data_plane_.set_strategy(*parameters.name, *parameters.strategy)) {
    case DataPlane::StrategyOutcome::unknown_strategy:
      return failure(404, parsed.problem);
    case DataPlane::StrategyOutcome::full:
      return failure(500, "The strategy choice table is full");
    case DataPlane::StrategyOutcome::ok:
      break;
  }
  pool_.set(context.peer, *parameters.name, *parameters.strategy);
  return success(std::move(parameters));
}

ControlResponse StrategyModule::unset(ControlParameters parameters) {
  if (parameters.name->empty()) {
    return failure(400, "The strategy of / can be set but not unset");
  }
  data_plane_.unset_strategy(*parameters.name);
  pool_.unset(*parameters.name);
  return success(std::move(parameters));
}

std::vector<std::uint8_t> StrategyModule::list() const {
  std::vector<std::uint8_t> payload;
  data_plane_.for_each_strategy([&payload](const wire::Name& prefix, const wire::Name& strategy) {
    const auto item = StrategyStatus{prefix, strategy}.encode();
    payload.insert(payload.end(), item.begin(), item.end());
  });
  return payload;
}

}  // namespace augustus::manage
