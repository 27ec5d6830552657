// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wire/data.hh"
#include "wire/name.hh"

namespace augustus::client {

/// The number in the name's last component when that has this type (component_type::segment, version, ...).
std::optional<std::uint64_t> last_number(const wire::Name& name, std::uint32_t type);

/// The segment number in FinalBlockId, when there is one.
std::optional<std::uint64_t> final_segment(const wire::Data& data);
/// The same for the value of a FinalBlockId element: one name component TLV.
std::optional<std::uint64_t> final_segment(const std::vector<std::uint8_t>& final_block_id);

/// FinalBlockId's value for an object whose last segment is `segment`.
std::vector<std::uint8_t> make_final_block_id(std::uint64_t segment);

}  // namespace augustus::client
