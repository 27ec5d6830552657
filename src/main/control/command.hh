// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "main/control/verb.hh"
#include "manage/codec/control_response.hh"

namespace augustus::control {

/// Sends a control command; returns the body of the response. Throws std::runtime_error with the router's
/// code and sentence unless it succeeded.
manage::ControlParameters command(Session& session, std::string_view module, std::string_view verb,
                                  const manage::ControlParameters& parameters);

/// Tells the flags of a body in words: they mean something else in each module.
using FlagWords = std::vector<std::string> (*)(std::uint64_t flags);

/// Prints "what key=value ...", or the body as JSON.
void print_result(Session& session, std::string_view what, const manage::ControlParameters& body,
                  FlagWords flag_words = nullptr);

}  // namespace augustus::control
