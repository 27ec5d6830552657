// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "manage/codec/control_parameters.hh"

namespace augustus::manage {

/// The answer to a control command (NFD wiki ControlCommand).
struct ControlResponse {
  std::uint64_t code = 200;
  std::string text = "OK";
  std::optional<ControlParameters> body;

  /// The whole ControlResponse element.
  std::vector<std::uint8_t> encode() const;
  static std::optional<ControlResponse> decode(std::span<const std::uint8_t> element);
};

}  // namespace augustus::manage
