// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// One item of faces/list and faces/query (NFD wiki FaceMgmt).
struct FaceStatus {
  std::uint64_t face_id = 0;
  std::string remote_uri;
  std::string local_uri;
  std::optional<std::uint64_t> expiration_period_ms;
  std::uint64_t scope = 0;        ///< 0 non-local, 1 local
  std::uint64_t persistency = 0;  ///< 0 persistent, 1 on-demand, 2 permanent
  std::uint64_t link_type = 0;    ///< 0 point-to-point, 1 multi-access, 2 ad hoc
  std::optional<std::uint64_t> congestion_interval_ns;
  std::optional<std::uint64_t> congestion_threshold_bytes;
  std::optional<std::uint64_t> mtu;
  std::uint64_t in_interests = 0, in_data = 0, in_nacks = 0;
  std::uint64_t out_interests = 0, out_data = 0, out_nacks = 0;
  std::uint64_t in_bytes = 0, out_bytes = 0;
  std::uint64_t flags = 0;

  /// The whole FaceStatus element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<FaceStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const FaceStatus&) const = default;
};

}  // namespace augustus::manage
