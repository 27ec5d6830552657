// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "main/client/client.hh"
#include "manage/codec/control_parameters.hh"

namespace augustus::client {

/// Has the router watch packets (manage/watch/watch_module), says so by `begun` and hands what comes to
/// `take`, until the router has all that was asked for: its summary, a JSON object. std::nullopt when a
/// signal to end came first; the router stops then. Throws std::runtime_error when the router refuses or
/// falls silent.
std::optional<std::string> watch(Client& client, std::string_view module,
                                 const manage::ControlParameters& parameters,
                                 const std::function<void()>& begun,
                                 const std::function<void(std::span<const std::uint8_t>)>& take);

}  // namespace augustus::client
