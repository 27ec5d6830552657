// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "forward/face_attributes.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// Names below /localhost never leave local Faces; names below /localhop reach a non-local Face only from a
/// local one (NFD's scope control).
bool is_localhost(const wire::PacketView& view, const std::uint8_t* packet);
bool is_localhop(const wire::PacketView& view, const std::uint8_t* packet);

/// Whether an Interest of this name that came from `ingress` must not go to `egress`.
/// `localhop_to_non_local`: the /localhop rule is off.
bool would_violate_scope(const FaceAttributes& ingress, const FaceAttributes& egress,
                         const wire::PacketView& view, const std::uint8_t* packet,
                         bool localhop_to_non_local);

}  // namespace augustus::forward
