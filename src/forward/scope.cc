// SPDX-License-Identifier: Apache-2.0
#include "forward/scope.hh"

#include <cstring>
#include <string_view>

namespace augustus::forward {
namespace {

constexpr std::string_view localhost_component{"\x08\x09localhost"};
constexpr std::string_view localhop_component{"\x08\x08localhop"};

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
  return view.format == wire::PacketFormat::ndn && view.name_length >= component.size() &&
         load(name) == load(component.data()) && load(name + last) == load(component.data() + last);
}

}  // namespace

bool is_localhost(const wire::PacketView& view, const std::uint8_t* packet) {
  return starts_with<localhost_component>(view, packet);
}

bool is_localhop(const wire::PacketView& view, const std::uint8_t* packet) {
  return starts_with<localhop_component>(view, packet);
}

bool would_violate_scope(const FaceAttributes& ingress, const FaceAttributes& egress,
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
