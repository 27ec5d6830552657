// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace augustus {

/// Largest Interest or Data accepted, NDN TLV included (the limit NFD and ndnd use).
inline constexpr std::size_t packet_bytes_max = 8800;

}  // namespace augustus
