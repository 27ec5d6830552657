// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace augustus {

/// What tells apart the things that elements of a graph name and that have Faces or frames: DPDK ports by the
/// order of the configuration, from 1, and what elements bring along, from device_first_other.
using DeviceNumber = std::uint8_t;

inline constexpr DeviceNumber device_none = 0;
inline constexpr DeviceNumber device_first_other = 128;

/// Of the port with this index; those that are too many have none.
constexpr DeviceNumber port_number(std::size_t index) {
  return index + 1 < device_first_other ? static_cast<DeviceNumber>(index + 1) : device_none;
}

}  // namespace augustus
