// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>
#include <ostream>
#include <stdexcept>

#include "face/face_info.hh"
#include "main/client/control.hh"
#include "main/control/command.hh"
#include "main/control/datasets.hh"
#include "main/control/face_reference.hh"
#include "main/control/present.hh"
#include "main/control/verb.hh"
#include "main/control/views.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

using namespace control;
using Kind = Argument::Kind;

void list_faces(Session& session, const Arguments& arguments) {
  manage::FaceQueryFilter filter;
  if (const auto remote = arguments.text("remote")) {
    filter.remote_uri = canonical_face_uri(*remote);
  }
  if (const auto local = arguments.text("local")) {
    filter.local_uri = *local;
  }
  filter.uri_scheme = arguments.text("scheme");
  const bool filtered = filter != manage::FaceQueryFilter{};
  const auto faces = filtered ? query_faces(session.client, filter) : fetch_faces(session.client);
  if (session.json) {
    session.out << to_json(faces).dump(2) << '\n';
  } else {
    print_faces(session.out, faces);
  }
}

void show_face(Session& session, const Arguments& arguments) {
  manage::FaceQueryFilter filter;
  filter.face_id = arguments.number("id");
  const auto faces = query_faces(session.client, filter);
  if (faces.empty()) {
    throw std::runtime_error(fmt::format("there is no face {}", *filter.face_id));
  }
  if (session.json) {
    session.out << to_json(faces.front()).dump(2) << '\n';
  } else {
    print_face(session.out, faces.front());
  }
}

void set_flag(manage::ControlParameters& parameters, const std::optional<bool>& on, std::uint64_t bit) {
  if (on) {
    parameters.mask = parameters.mask.value_or(0) | bit;
    parameters.flags = parameters.flags.value_or(0) | (*on ? bit : 0);
  }
}

/// What "face create" sets of the Face, apart from its URIs.
manage::ControlParameters face_settings(const Arguments& arguments) {
  manage::ControlParameters settings;
  if (const auto word = arguments.text("persistency")) {
    settings.face_persistency = persistency_from_word(*word);
    if (!settings.face_persistency || *word == "on-demand") {
      throw UsageError(fmt::format("persistency '{}': expected persistent or permanent", *word));
    }
  }
  set_flag(settings, arguments.on_off("reliability"), face::flag_lp_reliability);
  set_flag(settings, arguments.on_off("congestion-marking"), face::flag_congestion_marking);
  if (const auto interval_ms = arguments.number("congestion-marking-interval")) {
    settings.congestion_interval_ns = *interval_ms * nanoseconds_per_millisecond;
  }
  settings.congestion_threshold_bytes = arguments.number("default-congestion-threshold");
  settings.mtu =
      arguments.text("mtu") == "auto" ? std::numeric_limits<std::uint64_t>::max() : arguments.number("mtu");
  return settings;
}

/// The Face is there already: changes what was asked of it.
void update_face(Session& session, manage::ControlParameters existing, manage::ControlParameters settings) {
  if (settings.fields() == 0) {
    print_result(session, "face-exists", existing, face_flag_words);
    return;
  }
  settings.face_id = existing.face_id;
  manage::ControlParameters updated = command(session, "faces", "update", settings);
  updated.uri = existing.uri;
  updated.local_uri = existing.local_uri;
  print_result(session, "face-updated", updated, face_flag_words);
}

void create_face(Session& session, const Arguments& arguments) {
  const manage::ControlParameters settings = face_settings(arguments);
  manage::ControlParameters parameters = settings;
  parameters.uri = canonical_face_uri(*arguments.text("remote"));
  if (const auto local = arguments.text("local")) {
    parameters.local_uri = canonical_face_uri(*local);
  }
  const manage::ControlResponse response = send_command(session.client, "faces", "create", parameters);
  if (response.code == 409 && response.body && response.body->uri == parameters.uri) {
    update_face(session, *response.body, settings);
    return;
  }
  if (!client::succeeded(response)) {
    throw std::runtime_error(fmt::format("the router answered {}: {}", response.code, response.text));
  }
  print_result(session, "face-created", response.body.value_or(parameters), face_flag_words);
}

void destroy_face(Session& session, const Arguments& arguments) {
  const std::string face = *arguments.text("face");
  manage::ControlParameters parameters;
  parameters.face_id = find_face(session.client, face);
  // The protocol answers 200 for a Face that is not there.
  manage::FaceQueryFilter filter;
  filter.face_id = parameters.face_id;
  if (!parameters.face_id || query_faces(session.client, filter).empty()) {
    throw std::runtime_error(fmt::format("there is no face {}", face));
  }
  print_result(session, "face-destroyed", command(session, "faces", "destroy", parameters));
}

}  // namespace

void register_face(CLI::App& app, int&) {
  add_noun(
      app, "face", "List, create and destroy faces",
      {{"list",
        "List faces",
        {{"remote", "FACEURI", "Those with this remote URI", Kind::by_place},
         {"local", "FACEURI", "Those with this local URI"},
         {"scheme", "SCHEME", "Those with this URI scheme"}},
        list_faces},
       {"show", "Show one face", {{"id", "FACEID", "Number of the face", Kind::by_place, true}}, show_face},
       {"create",
        "Create a face, or change the one that is there",
        {{"remote", "FACEURI", "Where to: udp4://HOST:PORT, tcp4://HOST:PORT, ...", Kind::by_place, true},
         {"persistency", "PERSISTENCY", "persistent or permanent", Kind::by_place},
         {"local", "FACEURI", "Local URI"},
         {"reliability", "on|off", "Retransmit on the link (NDNLPv2)"},
         {"congestion-marking", "on|off", "Mark packets when the send queue stays long"},
         {"congestion-marking-interval", "MS", "How long the queue must stay so, in ms"},
         {"default-congestion-threshold", "BYTES", "How long the queue must be"},
         {"mtu", "BYTES", "Largest packet without fragments, or auto"}},
        create_face},
       {"destroy",
        "Destroy a face",
        {{"face", "FACEID|FACEURI", "The face, or its remote URI", Kind::by_place, true}},
        destroy_face}});
}

}  // namespace augustus
