// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "forward/face_attributes.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

namespace detail {

inline constexpr std::string_view localhost_component{"\x08\x09localhost"};
inline constexpr std::string_view localhop_component{"\x08\x08localhop"};

/// With a first component of 8 to 16 bytes known to the compiler: two loads and compares, no call.
template <const std::string_view& component>
bool starts_with(const wire::PacketView& view, const std::uint8_t* packet) {
  static_assert(component.size() >= 8 && component.size() <= 16);
  const auto load = [](const void* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof(word));
    return word;
  };
  constexpr std::size_t last = component.size() - 8;
  const std::uint8_t* const name = packet + view.name_offset;
  return view.name_length >= component.size() && load(name) == load(component.data()) &&
         load(name + last) == load(component.data() + last) && view.format == wire::PacketFormat::ndn;
}

}  // namespace detail

/// Names below /localhost never leave local Faces; names below /localhop reach a non-local Face only from a
/// local one (NFD's scope control).
inline bool is_localhost(const wire::PacketView& view, const std::uint8_t* packet) {
  return detail::starts_with<detail::localhost_component>(view, packet);
}
inline bool is_localhop(const wire::PacketView& view, const std::uint8_t* packet) {
  return detail::starts_with<detail::localhop_component>(view, packet);
}

/// Whether an Interest of this name that came from `ingress` must not go to `egress`.
/// `localhop_to_non_local`: the /localhop rule is off.
inline bool would_violate_scope(const FaceAttributes& ingress, const FaceAttributes& egress,
                                const wire::PacketView& view, const std::uint8_t* packet,
                                bool localhop_to_non_local) {
  if (egress.scope == FaceScope::local) {
    return false;
  }
  if (is_localhost(view, packet)) {
    return true;
  }
  return ingress.scope != FaceScope::local && !localhop_to_non_local && is_localhop(view, packet);
}

}  // namespace augustus::forward
