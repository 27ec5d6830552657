// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus {

/// Identifies a Face; never reused while a packet that names it can be in flight. The low bits are the
/// slot in the face table (FaceId modulo its slots), the rest a generation: a stale id finds a slot
/// whose id differs and is refused. The reserved values are NFD's.
using FaceId = std::uint32_t;

inline constexpr FaceId face_id_none = 0;
inline constexpr FaceId face_id_management = 1;       ///< the router's own management protocol
inline constexpr FaceId face_id_content_store = 254;  ///< Data served from the CS
inline constexpr FaceId face_id_null = 255;
inline constexpr FaceId face_id_first_user = 256;

}  // namespace augustus
