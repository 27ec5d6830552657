// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wire/name.hh"

namespace augustus::manage {

/// The content store's tiers, as cs/config and cs/tiers name them.
inline constexpr const char* tier_dram = "/dram";
inline constexpr const char* tier_ssd = "/ssd";

/// One item of cs/tiers, a dataset of this router alone: a tier of the content store. Its first fields are
/// those of CsInfo.
struct TierStatus {
  wire::Name name;
  std::uint64_t capacity = 0;  ///< packets; of an SSD, full batches
  std::uint64_t flags = 0;     ///< cs_flag_admit, cs_flag_serve
  std::uint64_t entries = 0;
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t capacity_bytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t evicted = 0;  ///< Data from DRAM, extents from an SSD
  std::string admission;           ///< AdmissionOptions::text()
  std::uint64_t not_admitted = 0;  ///< Data to DRAM, frames to an SSD
  // Of an SSD; 0 else.
  std::uint64_t reads = 0;  ///< extents
  std::uint64_t writes = 0;
  std::uint64_t busy = 0;  ///< Interests sent on, and frames dropped, because the disk was busy
  std::uint64_t damaged =
      0;  ///< extents and Data whose checksum was wrong, and extents that could not be read
  std::uint64_t verifying = 0;
  std::uint64_t verified = 0;       ///< extents that the last verification read
  std::uint64_t found_damaged = 0;  ///< of them

  /// The whole element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<TierStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const TierStatus&) const = default;
};

}  // namespace augustus::manage
