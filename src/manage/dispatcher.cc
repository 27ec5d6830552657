// SPDX-License-Identifier: Apache-2.0
#include "manage/dispatcher.hh"

#include "base/log.hh"
#include "manage/security/command_signature.hh"
#include "wire/name_format.hh"

namespace augustus::manage {

namespace {

constexpr std::size_t verb_components = 4;  // localhost, nfd, module, verb
constexpr std::uint64_t content_type_nack = 3;
constexpr std::uint64_t freshness_ms = 1000;

std::string key_of(std::string_view module, std::string_view verb) {
  std::string key(module);
  return key.append("/").append(verb);
}

std::string_view text_of(const wire::Name::Component& component) {
  if (component.type != wire::component_type::generic) {
    return {};
  }
  return {reinterpret_cast<const char*>(component.value.data()), component.value.size()};
}

/// "rib/register /a/b": a command and what it is about.
std::string describe(const wire::Name& command) {
  std::string text = key_of(text_of(command[2]), text_of(command[3]));
  const auto parameters = command.size() > verb_components
                              ? ControlParameters::decode(command[verb_components].value)
                              : std::nullopt;
  if (parameters && parameters->name) {
    text += ' ' + parameters->name->uri();
  } else if (parameters && parameters->uri) {
    text += ' ' + *parameters->uri;
  }
  return text;
}

bool is_localhop(const wire::Name& name) {
  return name[0].is_text("localhop");
}

}  // namespace

void Dispatcher::add_command(std::string_view module, std::string_view verb, CommandFormat format,
                             CommandHandler handler) {
  handlers_[key_of(module, verb)] = [this, module = std::string(module), format,
                                     handler = std::move(handler)](const CommandContext& context) {
    run_command(context, module, format, handler);
  };
}

void Dispatcher::add_long_command(std::string_view module, std::string_view verb, CommandFormat format,
                                  LongCommandHandler handler) {
  const auto build = std::make_shared<const DatasetQueue::Build>(
      [handler = std::move(handler)](const CommandContext& context, DatasetDraft& draft) {
        draft.is_command = true;
        draft.response = handler(context, *ControlParameters::decode(context.interest.name[verb_components].value));
        return true;
      });
  add_command(module, verb, format,
              [this, build](const CommandContext& context, const auto&) -> std::optional<ControlResponse> {
                return building_.ask(context, *build)
                           ? std::nullopt
                           : std::optional<ControlResponse>({503, "You wait for too much already", std::nullopt});
              });
}

void Dispatcher::add_raw_command(std::string_view module, std::string_view verb, RawCommandHandler handler) {
  handlers_[key_of(module, verb)] = [this, module = std::string(module),
                                     handler = std::move(handler)](const CommandContext& context) {
    if (authorize(context, module)) {
      if (const auto response = handler(context)) {
        conclude(context, *response);
      }
    }
  };
}

void Dispatcher::add_dataset(std::string_view module, std::string_view verb, std::size_t arguments,
                             DatasetHandler handler) {
  add_dataset_of(module, verb, arguments,
                 [handler = std::move(handler)](const CommandContext& context, DatasetDraft& draft) {
                   draft.response = handler(context, draft.payload);
                   return true;
                 });
}

void Dispatcher::add_long_dataset(std::string_view module, std::string_view verb, DatasetQueue::Build build) {
  add_dataset_of(module, verb, 0, std::move(build));
}

void Dispatcher::add_dataset_of(std::string_view module, std::string_view verb, std::size_t arguments,
                                DatasetQueue::Build build) {
  const auto kept = std::make_shared<const DatasetQueue::Build>(std::move(build));
  handlers_[key_of(module, verb)] = for_readers(
      [this, arguments, kept](const CommandContext& context) { run_dataset(context, arguments, *kept); });
}

void Dispatcher::add_reader(std::string_view module, std::string_view verb, Reader reader) {
  handlers_[key_of(module, verb)] =
      for_readers([this, reader = std::move(reader)](const CommandContext& context) {
        if (const auto data = reader(context)) {
          send(*data);
        }
      });
}

Dispatcher::Handler Dispatcher::for_readers(Handler handler) {
  return [this, handler = std::move(handler)](const CommandContext& context) {
    if (const auto objection = access_.to_reading(context.peer)) {
      log_refusal(context, 403, *objection);
    } else {
      handler(context);
    }
  };
}

void Dispatcher::add_stream(std::string_view module, std::string_view verb, EventStream& stream) {
  add_reader(module, verb, [&stream](const CommandContext& context) {
    return stream.answer(context.interest, context.now);
  });
}

void Dispatcher::handle(const wire::Interest& interest, FaceId incoming, TimeNs now, TimeNs wall) {
  const wire::Name& name = interest.name;
  if (name.size() < verb_components || !name[1].is_text("nfd")) {
    return;
  }
  const std::string_view module = text_of(name[2]);
  const bool served = name[0].is_text("localhost") || (localhop_rib_ && is_localhop(name) && module == "rib");
  if (!served) {
    return;
  }
  const CommandContext context{interest, incoming, now, wall, access_.peer_of(incoming, is_localhop(name))};
  const auto handler = handlers_.find(key_of(module, text_of(name[3])));
  if (handler != handlers_.end()) {
    handler->second(context);
  } else if (interest.signature_info) {
    respond(interest, {501, "Unknown command", std::nullopt});
  }
}

bool Dispatcher::authorize(const CommandContext& context, std::string_view module) {
  const Judgement judgement = authenticator_.judge_command(
      context.interest, module, is_localhop(context.interest.name), context.now, context.wall);
  if (judgement.verdict == Verdict::malformed) {
    log(LogModule::manage)
        .debug("{} from Face {}: {}", context.interest.name, context.incoming, judgement.reason);
    return false;
  }
  if (judgement.verdict == Verdict::refused) {
    refuse(context, judgement.reason);
    return false;
  }
  const auto objection = access_.to_command(context.peer, module, judgement.known_signer);
  if (objection) {
    refuse(context, *objection);
  }
  return !objection;
}

void Dispatcher::refuse(const CommandContext& context, std::string_view reason) {
  log_refusal(context, 403, reason);
  respond(context.interest, {403, std::string(reason), std::nullopt});
}

void Dispatcher::run_command(const CommandContext& context, std::string_view module,
                             const CommandFormat& format, const CommandHandler& handler) {
  // A long command that came again while it waits: to the authenticator it would be a replay.
  if (building_.waits(context)) {
    return;
  }
  const wire::Name& name = context.interest.name;
  const auto parameters =
      name.size() > verb_components ? ControlParameters::decode(name[verb_components].value) : std::nullopt;
  if (!parameters || !authorize(context, module)) {
    return;
  }
  const auto response =
      format.admits(*parameters)
          ? handler(context, *parameters)
          : std::optional<ControlResponse>({400, "A parameter is missing or not allowed", std::nullopt});
  if (response) {
    conclude(context, *response);
  }
}

void Dispatcher::conclude(const CommandContext& context, const ControlResponse& response) {
  auto& logger = log(LogModule::manage);
  if (response.code >= 400) {
    log_refusal(context, response.code, response.text);
  } else if (logger.should_log(spdlog::level::debug)) {
    logger.debug("{} from Face {}: {}", describe(context.interest.name), context.incoming, response.code);
  }
  respond(context.interest, response);
}

void Dispatcher::log_refusal(const CommandContext& context, std::uint64_t code, std::string_view reason) {
  auto& logger = log(LogModule::manage);
  const auto kept_back = refusals_logged_.admit(context.now);
  if (!kept_back || !logger.should_log(spdlog::level::info)) {
    return;
  }
  if (*kept_back != 0) {
    logger.info("{} more refused commands are not listed", *kept_back);
  }
  logger.info("{} from Face {} refused: {} {}", describe(context.interest.name), context.incoming, code,
              reason);
}

void Dispatcher::run_dataset(const CommandContext& context, std::size_t arguments,
                             const DatasetQueue::Build& build) {
  const wire::Name& name = context.interest.name;
  const std::uint32_t last_type = name[name.size() - 1].type;
  if (last_type == wire::component_type::version || last_type == wire::component_type::segment) {
    if (const auto data = datasets_.find(name, context.now)) {
      send(*data);
    }
  } else if (name.size() <= verb_components + arguments) {
    building_.ask(context, build);
  }
}

void Dispatcher::publish(const CommandContext& context, DatasetDraft& draft) {
  if (draft.is_command) {
    conclude(context, *draft.response);
    return;
  }
  if (draft.response) {
    respond(context.interest, *draft.response, content_type_nack);
    return;
  }
  send(datasets_.publish(context.interest.name, std::move(draft.payload), context.now, context.wall,
                         context.peer.source));
}

void Dispatcher::respond(const wire::Interest& interest, const ControlResponse& response,
                         std::uint64_t content_type) {
  wire::Data data;
  data.name = interest.name;
  data.content_type = content_type;
  data.freshness_ms = freshness_ms;
  data.content = response.encode();
  send(data);
}

void Dispatcher::send(const wire::Data& data) {
  if (!data_plane_.send(data.encode())) {
    if (const auto kept_back = shortage_logged_.admit(monotonic_now())) {
      log(LogModule::manage)
          .warn("no packet buffer to answer {}; so it was with {} others before", data.name, *kept_back);
    }
  }
}

}  // namespace augustus::manage
