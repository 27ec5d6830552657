// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace augustus::store {

// The checksums of the records in an extent, whose header is in place: the dear part of reading and writing
// one.

/// Writes them; the records' other fields are in place.
void seal_records(std::span<std::uint8_t> extent, std::uint32_t head_bytes);

/// Whether all of them, and the lengths, are right. Believes nothing: also where the header is wrong nothing
/// outside is read, and the answer is no.
bool records_are_right(std::span<const std::uint8_t> extent, std::uint32_t head_bytes);

}  // namespace augustus::store
