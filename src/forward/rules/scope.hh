// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "forward/burst.hh"
#include "forward/face_attributes.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// How far a name goes (NFD's scope control): one below /localhost never leaves local Faces, one below /localhop
/// reaches a non-local Face only from a local one.
enum class NameScope : std::uint8_t { global, localhop, localhost };

/// By the name's first component; found out once a packet. Most names differ from both in their first 8 bytes.
[[gnu::always_inline]] inline NameScope name_scope(const wire::PacketView& view, const std::uint8_t* packet) {
  constexpr std::string_view localhost{"\x08\x09localhost"};
  constexpr std::string_view localhop{"\x08\x08localhop"};
  constexpr std::uint64_t longer_by_one = 0x0100;  // in the component's length, as the words are loaded
  const auto load = [](const void* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof(word));
    return word;
  };
  const std::uint8_t* const name = packet + view.name_offset;
  if (view.name_length < localhop.size() || (load(name) | longer_by_one) != load(localhost.data())) [[likely]] {
    return NameScope::global;
  }
  const std::string_view begin(reinterpret_cast<const char*>(name), view.name_length);
  if (view.format != wire::PacketFormat::ndn) {
    return NameScope::global;
  }
  return begin.starts_with(localhost)  ? NameScope::localhost
         : begin.starts_with(localhop) ? NameScope::localhop
                                       : NameScope::global;
}
[[gnu::always_inline]] inline NameScope name_scope(const Item& item) {
  return name_scope(*item.view, item.bytes());
}

/// Whether an Interest of a name with this scope that came from `ingress` must not go to `egress`.
/// `localhop_to_non_local`: the /localhop rule is off.
inline bool would_violate_scope(const FaceAttributes& ingress, const FaceAttributes& egress, NameScope scope,
                                bool localhop_to_non_local) {
  if (scope == NameScope::global || egress.scope == FaceScope::local) [[likely]] {
    return false;
  }
  return scope == NameScope::localhost || (ingress.scope != FaceScope::local && !localhop_to_non_local);
}

}  // namespace augustus::forward
