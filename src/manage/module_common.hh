// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "base/face_id.hh"
#include "manage/codec/control_parameters.hh"
#include "manage/codec/control_response.hh"
#include "manage/command_context.hh"
#include "table/fib.hh"

namespace augustus::manage {

/// The FaceId of a command as the router's own type; face_id_none when no Face can have it.
inline FaceId face_of(std::uint64_t face_id) {
  return face_id <= std::numeric_limits<FaceId>::max() ? static_cast<FaceId>(face_id) : face_id_none;
}

/// Fills in the Face the command came from where FaceId is 0 or absent, and returns the Face.
inline FaceId resolve_face(const CommandContext& context, ControlParameters& parameters) {
  if (parameters.face_id.value_or(0) == 0) {
    parameters.face_id = context.incoming;
  }
  return face_of(*parameters.face_id);
}

inline ControlResponse success(ControlParameters body) {
  return {200, "OK", std::move(body)};
}

inline ControlResponse failure(std::uint64_t code, std::string text) {
  return {code, std::move(text), std::nullopt};
}

/// 414, when the prefix has more components than the tables index.
std::optional<ControlResponse> refuse_deep(const wire::Name& prefix);

/// What to answer when the FIB refused a prefix.
ControlResponse fib_failure(table::FibOutcome outcome);

}  // namespace augustus::manage
