// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "forward/burst.hh"
#include "forward/rules/scope.hh"

namespace augustus::forward {

/// Whether Data may go to who asked for it, and what stands in its way if it may not.
enum class DeliveryState : std::uint8_t {
  allowed,
  gone,           ///< the Face is there no more
  arrived_there,  ///< the Data came from it
  out_of_scope,   ///< a name below /localhost, and the Face is not local
};

/// `downstream`: the Face of an in-record.
[[gnu::always_inline]] inline DeliveryState delivery_allowed(const Item& data, NameScope scope,
                                                             const FaceAttributes& downstream) {
  if (downstream.id == face_id_none) {
    return DeliveryState::gone;
  }
  if (downstream.id == data.arrival().face && downstream.link_type != LinkType::ad_hoc) {
    return DeliveryState::arrived_there;
  }
  if (scope == NameScope::localhost && downstream.scope == FaceScope::non_local) {
    return DeliveryState::out_of_scope;
  }
  return DeliveryState::allowed;
}

}  // namespace augustus::forward
