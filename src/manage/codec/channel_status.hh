// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// One item of faces/channels (NFD wiki FaceMgmt, Channel Dataset).
struct ChannelStatus {
  std::string local_uri;

  /// The whole ChannelStatus element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<ChannelStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const ChannelStatus&) const = default;
};

}  // namespace augustus::manage
