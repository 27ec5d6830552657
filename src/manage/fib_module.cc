// SPDX-License-Identifier: Apache-2.0
#include "manage/fib_module.hh"

#include <algorithm>

#include "manage/codec/fib_status.hh"
#include "manage/module_common.hh"

namespace augustus::manage {

FibModule::FibModule(DataPlane& data_plane, FibWriter& fib, const Access& access, Dispatcher& dispatcher)
    : data_plane_(data_plane), fib_(fib), access_(access) {
  dispatcher.add_command(
      "fib", "add-nexthop", {.required = only(Field::name), .optional = Field::face_id | Field::cost},
      [this](const auto& context, auto parameters) { return add_next_hop(context, std::move(parameters)); });
  dispatcher.add_command("fib", "remove-nexthop",
                         {.required = only(Field::name), .optional = only(Field::face_id)},
                         [this](const auto& context, auto parameters) {
                           return remove_next_hop(context, std::move(parameters));
                         });
  dispatcher.add_long_dataset("fib", "list",
                              [this](const CommandContext&, DatasetDraft& draft) { return list(draft); });
}

ControlResponse FibModule::add_next_hop(const CommandContext& context, ControlParameters parameters) {
  const FaceId face = resolve_face(context, parameters);
  parameters.cost = parameters.cost.value_or(0);
  if (const auto refusal = refuse_deep(*parameters.name)) {
    return *refusal;
  }
  if (const auto objection = access_.to_prefix(*parameters.name)) {
    return failure(403, *objection);
  }
  if (!data_plane_.find_face(face)) {
    return failure(410, "Face not found");
  }
  const FaceId registrar = Access::holder_of(context.peer, face);
  if (!fib_.may_add(*parameters.name, face, registrar)) {
    return failure(503, "Who is behind this Face has made as many FIB entries as he may");
  }
  const auto cost = std::min<std::uint64_t>(*parameters.cost, std::numeric_limits<std::uint32_t>::max());
  const auto outcome = fib_.add(*parameters.name, {face, static_cast<std::uint32_t>(cost)}, registrar);
  return outcome == table::FibOutcome::ok ? success(std::move(parameters)) : fib_failure(outcome);
}

ControlResponse FibModule::remove_next_hop(const CommandContext& context, ControlParameters parameters) {
  const FaceId face = resolve_face(context, parameters);
  if (const auto objection = access_.to_prefix(*parameters.name)) {
    return failure(403, *objection);
  }
  fib_.remove(*parameters.name, face);
  return success(std::move(parameters));
}

bool FibModule::list(DatasetDraft& draft) const {
  draft.position = data_plane_.for_each_fib_entry(
      draft.position, [&draft](const wire::Name& prefix, const auto& next_hops) {
        FibStatus status;
        status.prefix = prefix;
        for (const table::NextHop& hop : next_hops) {
          status.next_hops.push_back({hop.face, hop.cost});
        }
        const auto item = status.encode();
        draft.payload.insert(draft.payload.end(), item.begin(), item.end());
      });
  return draft.position == 0;
}

}  // namespace augustus::manage
