// SPDX-License-Identifier: Apache-2.0
#include "manage/rib_module.hh"

#include "manage/codec/rib_status.hh"
#include "manage/module_common.hh"
#include "manage/rib/prefix_announcement.hh"
#include "wire/tlv_reader.hh"

namespace augustus::manage {

namespace {

constexpr std::uint32_t tlv_data = 6;
/// Units of a turn of rib/list, before other work goes on.
constexpr std::size_t list_at_once = 2048;
constexpr std::uint64_t period_ms_max = (time_never >> 1) / nanoseconds_per_millisecond;

std::optional<TimeNs> expiry_of(const ControlParameters& parameters, TimeNs now) {
  if (!parameters.expiration_period_ms || *parameters.expiration_period_ms >= period_ms_max) {
    return std::nullopt;  // longer than anybody waits
  }
  return now + *parameters.expiration_period_ms * nanoseconds_per_millisecond;
}

std::optional<wire::Data> announced_data(const wire::Interest& interest) {
  if (!interest.parameters) {
    return std::nullopt;
  }
  wire::TlvReader reader(*interest.parameters);
  while (const auto element = reader.next()) {
    if (element->type == tlv_data) {
      return wire::Data::decode(element->tlv);
    }
  }
  return std::nullopt;
}

}  // namespace

RibModule::RibModule(DataPlane& data_plane, Rib& rib, const Authenticator& authenticator,
                     const Access& access, Dispatcher& dispatcher)
    : data_plane_(data_plane), rib_(rib), authenticator_(authenticator), access_(access) {
  dispatcher.add_command(
      "rib", "register",
      {.required = only(Field::name),
       .optional = Field::face_id | Field::origin | Field::cost | Field::flags | Field::expiration_period},
      [this](const auto& context, auto parameters) {
        return register_route(context, std::move(parameters));
      });
  dispatcher.add_command("rib", "unregister",
                         {.required = only(Field::name), .optional = Field::face_id | Field::origin},
                         [this](const auto& context, auto parameters) {
                           return unregister_route(context, std::move(parameters));
                         });
  dispatcher.add_raw_command("rib", "announce", [this](const auto& context) { return announce(context); });
  dispatcher.add_long_dataset("rib", "list", [this](const CommandContext& context, DatasetDraft& draft) {
    return list(context.now, draft);
  });
}

ControlResponse RibModule::register_route(const CommandContext& context, ControlParameters parameters) {
  resolve_face(context, parameters);
  parameters.origin = parameters.origin.value_or(route_origin::app);
  parameters.cost = parameters.cost.value_or(0);
  parameters.flags = parameters.flags.value_or(route_flag_child_inherit);
  if (const auto objection = access_.to_origin(context.peer, *parameters.origin)) {
    return failure(403, *objection);
  }
  return add(context, std::move(parameters));
}

ControlResponse RibModule::add(const CommandContext& context, ControlParameters parameters,
                               std::shared_ptr<const std::vector<std::uint8_t>> announcement) {
  if (const auto refusal = refuse_deep(*parameters.name)) {
    return *refusal;
  }
  Route route;
  route.face = face_of(*parameters.face_id);
  route.origin = *parameters.origin;
  route.cost = *parameters.cost;
  route.flags = *parameters.flags;
  route.expires = expiry_of(parameters, context.now);
  route.announcement = std::move(announcement);
  route.registrar = Access::holder_of(context.peer, route.face);
  const Route* const there = rib_.find(*parameters.name, route.face, route.origin);
  if (const auto objection = access_.to_route(context.peer, *parameters.name, route.face, there)) {
    return failure(403, *objection);
  }
  if (!data_plane_.find_face(route.face)) {
    return failure(410, "Face not found");
  }
  if (auto reason = rib_.refusal(*parameters.name, route)) {
    return failure(503, std::move(*reason));
  }
  const auto outcome = rib_.add(*parameters.name, route);
  return outcome == table::FibOutcome::ok ? success(std::move(parameters)) : fib_failure(outcome);
}

ControlResponse RibModule::unregister_route(const CommandContext& context, ControlParameters parameters) {
  const FaceId face = resolve_face(context, parameters);
  parameters.origin = parameters.origin.value_or(route_origin::app);
  const Route* const there = rib_.find(*parameters.name, face, *parameters.origin);
  if (const auto objection = access_.to_route(context.peer, *parameters.name, face, there)) {
    return failure(403, *objection);
  }
  rib_.remove(*parameters.name, face, *parameters.origin);
  return success(std::move(parameters));
}

std::optional<ControlResponse> RibModule::announce(const CommandContext& context) {
  const auto data = announced_data(context.interest);
  const auto announcement = data ? PrefixAnnouncement::from_data(*data) : std::nullopt;
  if (!announcement) {
    return std::nullopt;
  }
  const Judgement judgement = authenticator_.judge_announcement(*data, context.wall);
  if (judgement.verdict != Verdict::accepted) {
    return failure(403, judgement.reason);
  }
  ControlParameters parameters;
  parameters.name = announcement->prefix;
  parameters.face_id = context.incoming;
  parameters.origin = route_origin::prefix_announcement;
  parameters.cost = announcement_cost;
  parameters.flags = route_flag_child_inherit;
  parameters.expiration_period_ms = announcement->lifetime_ms(context.wall);
  if (parameters.expiration_period_ms == 0) {
    return failure(403, "Prefix announcement rejected: it is not valid now");
  }
  return add(context, std::move(parameters), std::make_shared<const std::vector<std::uint8_t>>(data->encode()));
}

bool RibModule::list(TimeNs now, DatasetDraft& draft) const {
  const auto add = [&draft, now](const wire::Name& prefix, const std::vector<Route>& routes) {
    RibStatus status;
    status.prefix = prefix;
    for (const Route& route : routes) {
      std::optional<std::uint64_t> period;
      if (route.expires) {
        period = *route.expires > now ? (*route.expires - now) / nanoseconds_per_millisecond : 0;
      }
      status.routes.push_back({route.face, route.origin, route.cost, route.flags, period});
    }
    const auto item = status.encode();
    draft.payload.insert(draft.payload.end(), item.begin(), item.end());
  };
  draft.after = rib_.for_each_after(draft.after, Turn(list_at_once), add);
  return !draft.after;
}

}  // namespace augustus::manage
