// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wire/name.hh"

namespace augustus::client {

/// What the metadata of a versioned object says (Realtime Data Retrieval, NDN-TR-0071): its name with
/// version, and the last segment where the producer gives it.
struct Metadata {
  wire::Name versioned_name;
  std::optional<std::uint64_t> final_segment;

  /// Content of the metadata packet.
  std::vector<std::uint8_t> encode() const;
  static std::optional<Metadata> decode(std::span<const std::uint8_t> content);
};

/// <prefix>/32=metadata
wire::Name metadata_prefix(const wire::Name& prefix);

}  // namespace augustus::client
