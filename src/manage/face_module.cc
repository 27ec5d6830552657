// SPDX-License-Identifier: Apache-2.0
#include "manage/face_module.hh"

#include <algorithm>

#include "base/packet_limit.hh"
#include "manage/codec/channel_status.hh"
#include "manage/face_conversion.hh"
#include "manage/module_common.hh"

namespace augustus::manage {

namespace {

constexpr std::uint64_t persistency_max = static_cast<std::uint64_t>(face::Persistency::permanent);
constexpr std::uint64_t changeable_flags[] = {face::flag_local_fields, face::flag_lp_reliability,
                                              face::flag_congestion_marking};

/// Longest filter whose dataset's segments still fit a packet, in bytes.
constexpr std::size_t filter_bytes_max = 600;

/// Only Faces of local scope may have local fields, and those are the ones of the loopback or a Unix socket.
bool may_be_local(std::string_view uri) {
  return uri.starts_with("unix:") || uri.starts_with("tcp4://127.") || uri.starts_with("tcp6://[::1]") ||
         uri.starts_with("ws://127.") || uri.starts_with("ws://[::1]");
}

std::optional<ControlResponse> refuse_create(const ControlParameters& parameters) {
  if (parameters.face_persistency.value_or(0) > persistency_max) {
    return failure(400, "Unknown FacePersistency");
  }
  if (parameters.face_persistency == static_cast<std::uint64_t>(face::Persistency::on_demand)) {
    return failure(406, "A Face made by a command cannot be on-demand");
  }
  if (parameters.flag(face::flag_local_fields).value_or(false) && !may_be_local(*parameters.uri)) {
    return failure(406, "Local fields can only be enabled on faces with local scope");
  }
  if (parameters.mtu && is_stream(*parameters.uri)) {
    return failure(406, "The MTU of a stream cannot be overridden");
  }
  if (parameters.mtu.value_or(FaceModule::mtu_min) < FaceModule::mtu_min) {
    return failure(406, "Override MTU cannot be less than 64");
  }
  return std::nullopt;
}

/// No packet is longer than the limit, so that more says nothing.
std::optional<std::uint64_t> mtu_of(const ControlParameters& parameters) {
  return parameters.mtu ? std::optional(std::min<std::uint64_t>(*parameters.mtu, packet_bytes_max))
                        : std::nullopt;
}

std::uint64_t with_changes(std::uint64_t flags, const ControlParameters& parameters) {
  for (const std::uint64_t bit : changeable_flags) {
    if (const auto value = parameters.flag(bit)) {
      flags = *value ? flags | bit : flags & ~bit;
    }
  }
  return flags;
}

ControlParameters with_uris(const face::FaceInfo& info, const ControlParameters& request) {
  ControlParameters parameters = to_parameters(info, request);
  parameters.uri = info.remote_uri;
  parameters.local_uri = info.local_uri;
  return parameters;
}

}  // namespace

FaceModule::FaceModule(DataPlane& data_plane, Dispatcher& dispatcher)
    : data_plane_(data_plane),
      dispatcher_(dispatcher),
      events_(wire::Name::literal("/localhost/nfd/faces/events")),
      connecting_(PoolShares::Rule::for_questions(waiting_max)) {
  constexpr FieldSet settings = Field::flags | Field::mask | Field::face_persistency |
                                Field::congestion_interval | Field::congestion_threshold | Field::mtu;
  dispatcher.add_command("faces", "create",
                         {.required = only(Field::uri), .optional = settings | Field::local_uri},
                         [this](const auto& context, const auto& parameters) { return create(context, parameters); });
  dispatcher.add_command(
      "faces", "update", {.required = 0, .optional = settings | Field::face_id},
      [this](const auto& context, auto parameters) { return update(context, std::move(parameters)); });
  dispatcher.add_command("faces", "destroy", {.required = only(Field::face_id), .optional = 0},
                         [this](const auto&, const auto& parameters) { return destroy(parameters); });
  dispatcher.add_dataset("faces", "list", 0, [this](const CommandContext& context, auto& payload) {
    payload = list({}, context.now);
    return std::nullopt;
  });
  dispatcher.add_dataset("faces", "channels", 0, [this](const CommandContext&, auto& payload) {
    payload = channels();
    return std::nullopt;
  });
  dispatcher.add_dataset("faces", "query", 1, [this](const CommandContext& context, auto& payload) {
    return query(context, payload);
  });
  dispatcher.add_stream("faces", "events", events_);
}

void FaceModule::notify(const face::FaceEvent& event, TimeNs now) {
  if (const auto data = events_.post(to_notification(event).encode(), now)) {
    dispatcher_.send(*data);
  }
  if (event.kind == face::FaceEventKind::up) {
    answer_all(event.info.id, event.info, {}, now);
  } else if (event.kind == face::FaceEventKind::destroyed) {
    answer_all(event.info.id, std::nullopt, event.info.problem, now);
  }
}

TimeNs FaceModule::tick(TimeNs now) {
  while (!waiting_.empty() && waiting_.front().deadline <= now) {
    const FaceId face = waiting_.front().face;
    const auto info = data_plane_.find_face(face);
    answer_all(face, info && info->up ? info : std::nullopt, "no answer", now);
  }
  return waiting_.empty() ? time_never : waiting_.front().deadline;
}

bool FaceModule::is_connecting(FaceId face) const {
  return std::ranges::any_of(waiting_, [face](const Waiting& waiting) { return waiting.face == face; });
}

std::optional<ControlResponse> FaceModule::wait_for(FaceId face, bool made_it, const CommandContext& context,
                                                    const ControlParameters& parameters) {
  const PoolShares::Holder holder = connecting_.holder_of(context.peer.source);
  if (!connecting_.take(holder, context.peer.kind == Peer::Kind::administrator)) {
    connecting_refused_.add();
    if (made_it) {
      data_plane_.destroy_face(face);
    }
    return failure(504, "Too many Faces are being connected");
  }
  waiting_.push_back(
      {context.interest, context.incoming, face, parameters, made_it, context.now + wait_limit, holder});
  return std::nullopt;
}

void FaceModule::answer(const Waiting& waiting, const std::optional<face::FaceInfo>& info,
                        const std::string& problem, TimeNs now) {
  ControlResponse response;
  if (!info) {
    response = {504, "Connection failed: " + (problem.empty() ? "the Face was destroyed" : problem), std::nullopt};
  } else if (waiting.made_it) {
    response = {200, "OK", with_uris(*info, waiting.parameters)};
  } else {
    response = {409, "Face with remote URI already exists", with_uris(*info, waiting.parameters)};
  }
  dispatcher_.conclude({waiting.interest, waiting.incoming, now, wall_clock_now()}, response);
}

void FaceModule::answer_all(FaceId face, const std::optional<face::FaceInfo>& info, const std::string& problem,
                            TimeNs now) {
  if (!is_connecting(face)) {
    return;
  }
  std::vector<Waiting> answered;
  std::erase_if(waiting_, [&](Waiting& waiting) {
    const bool is_its = waiting.face == face;
    if (is_its) {
      connecting_.give_back(waiting.holder);
      answered.push_back(std::move(waiting));
    }
    return is_its;
  });
  for (const Waiting& waiting : answered) {
    answer(waiting, info, problem, now);
  }
}

std::optional<ControlResponse> FaceModule::create(const CommandContext& context,
                                                  const ControlParameters& parameters) {
  if (const auto refusal = refuse_create(parameters)) {
    return *refusal;
  }
  worker::FaceRequest request;
  request.remote_uri = *parameters.uri;
  request.local_uri = parameters.local_uri;
  request.persistency = static_cast<face::Persistency>(parameters.face_persistency.value_or(0));
  request.flags = with_changes(face::flag_congestion_marking, parameters);
  request.mtu = mtu_of(parameters);
  request.congestion_interval_ns = parameters.congestion_interval_ns;
  request.congestion_threshold_bytes = parameters.congestion_threshold_bytes;
  const worker::FaceResult result = data_plane_.create_face(request);
  const bool waits = result.code == 409 && result.face && is_connecting(result.face->id);
  if (result.connecting || waits) {
    return wait_for(result.face->id, result.connecting, context, parameters);
  }
  ControlResponse response{result.code, result.text, std::nullopt};
  if (response.text.empty()) {
    response.text = result.code == 200 ? "OK" : "The Face could not be made";
  }
  if (result.face) {
    response.body = with_uris(*result.face, parameters);
  }
  return response;
}

ControlResponse FaceModule::update(const CommandContext& context, ControlParameters parameters) {
  const FaceId id = resolve_face(context, parameters);
  const auto info = data_plane_.find_face(id);
  if (!info) {
    return failure(404, "Specified face does not exist");
  }
  ControlParameters invalid;
  if (parameters.flag(face::flag_local_fields).value_or(false) && info->scope != forward::FaceScope::local) {
    invalid.flags = face::flag_local_fields;
    invalid.mask = face::flag_local_fields;
  }
  if (parameters.mtu && (*parameters.mtu < mtu_min || is_stream(info->remote_uri))) {
    invalid.mtu = parameters.mtu;
  }
  if (parameters.face_persistency.value_or(0) > persistency_max) {
    invalid.face_persistency = parameters.face_persistency;
  }
  const bool change_persistency =
      parameters.face_persistency &&
      *parameters.face_persistency != static_cast<std::uint64_t>(info->persistency);
  if (invalid.fields() == 0 && change_persistency &&
      !data_plane_.set_face_persistency(id, static_cast<face::Persistency>(*parameters.face_persistency))) {
    invalid.face_persistency = parameters.face_persistency;
  }
  if (invalid.fields() != 0) {
    return {409, "Invalid properties specified", invalid};
  }
  data_plane_.update_face(id, [&parameters](face::FaceInfo& changed) {
    changed.flags = with_changes(changed.flags, parameters);
    changed.mtu = parameters.mtu ? mtu_of(parameters) : changed.mtu;
    changed.congestion_interval_ns =
        parameters.congestion_interval_ns.value_or(changed.congestion_interval_ns);
    changed.congestion_threshold_bytes =
        parameters.congestion_threshold_bytes.value_or(changed.congestion_threshold_bytes);
  });
  return success(to_parameters(data_plane_.find_face(id).value_or(*info), parameters));
}

ControlResponse FaceModule::destroy(const ControlParameters& parameters) {
  if (*parameters.face_id == 0) {
    return failure(400, "FaceId must be valid");
  }
  const FaceId id = face_of(*parameters.face_id);
  if (id != face_id_none && id < face_id_first_user) {
    return failure(403, "The router's own Faces cannot be destroyed");
  }
  data_plane_.destroy_face(id);
  return success(parameters);
}

std::vector<std::uint8_t> FaceModule::list(const FaceQueryFilter& filter, TimeNs now) const {
  std::vector<std::uint8_t> payload;
  for (const face::FaceInfo& info : data_plane_.list_faces()) {
    if (matches(filter, info)) {
      const auto item = to_face_status(info, data_plane_.face_traffic(info.id), now).encode();
      payload.insert(payload.end(), item.begin(), item.end());
    }
  }
  return payload;
}

std::vector<std::uint8_t> FaceModule::channels() const {
  std::vector<std::uint8_t> payload;
  for (const worker::ChannelInfo& channel : data_plane_.channels()) {
    const auto item = ChannelStatus{channel.local_uri}.encode();
    payload.insert(payload.end(), item.begin(), item.end());
  }
  return payload;
}

std::optional<ControlResponse> FaceModule::query(const CommandContext& context,
                                                 std::vector<std::uint8_t>& payload) const {
  const wire::Name& name = context.interest.name;
  const auto bytes = name[name.size() - 1].value;
  const auto filter = FaceQueryFilter::decode(bytes);
  if (!filter || bytes.size() > filter_bytes_max) {
    return failure(400, "Malformed filter");
  }
  payload = list(*filter, context.now);
  return std::nullopt;
}

}  // namespace augustus::manage
