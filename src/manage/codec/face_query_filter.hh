// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// What faces/query asks for (NFD wiki FaceMgmt, Query Operation); an absent field matches every Face.
struct FaceQueryFilter {
  std::optional<std::uint64_t> face_id;
  std::optional<std::string> uri_scheme;  ///< of the remote or the local URI
  std::optional<std::string> remote_uri;
  std::optional<std::string> local_uri;
  std::optional<std::uint64_t> scope;
  std::optional<std::uint64_t> persistency;
  std::optional<std::uint64_t> link_type;

  /// The whole FaceQueryFilter element.
  std::vector<std::uint8_t> encode() const;
  /// From a whole element. std::nullopt when malformed.
  static std::optional<FaceQueryFilter> decode(std::span<const std::uint8_t> element);
  bool operator==(const FaceQueryFilter&) const = default;
};

}  // namespace augustus::manage
