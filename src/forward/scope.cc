// SPDX-License-Identifier: Apache-2.0
#include "forward/scope.hh"

#include <cstring>
#include <string_view>

namespace augustus::forward {
namespace {

constexpr std::string_view localhost_component{"\x08\x09localhost"};
constexpr std::string_view localhop_component{"\x08\x08localhop"};

bool starts_with(const wire::PacketView& view, const std::uint8_t* packet, std::string_view component) {
  return view.name_length >= component.size() &&
         std::memcmp(packet + view.name_offset, component.data(), component.size()) == 0;
}

}  // namespace

bool is_localhost(const wire::PacketView& view, const std::uint8_t* packet) {
  return starts_with(view, packet, localhost_component);
}

bool is_localhop(const wire::PacketView& view, const std::uint8_t* packet) {
  return starts_with(view, packet, localhop_component);
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
