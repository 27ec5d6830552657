// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// One notification of faces/events (NFD wiki FaceMgmt, Face Status Change Notification).
struct FaceEventNotification {
  std::uint64_t kind = 0;  ///< 1 created, 2 destroyed, 3 up, 4 down
  std::uint64_t face_id = 0;
  std::string remote_uri;
  std::string local_uri;
  std::uint64_t scope = 0;
  std::uint64_t persistency = 0;
  std::uint64_t link_type = 0;
  std::uint64_t flags = 0;

  /// The whole FaceEventNotification element.
  std::vector<std::uint8_t> encode() const;
  static std::optional<FaceEventNotification> decode(std::span<const std::uint8_t> element);
  bool operator==(const FaceEventNotification&) const = default;
};

}  // namespace augustus::manage
