// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/trace_name.hh"

#include <algorithm>

#include "base/packet_pool.hh"
#include "forward/arrival.hh"
#include "forward/read_view.hh"
#include "wire/compact_name.hh"
#include "wire/name.hh"

namespace augustus::forward {
namespace {

const wire::Name local_prefix = wire::Name::literal("/localhost");

}  // namespace

std::span<const std::uint8_t> TraceName::of(rte_mbuf* packet, const wire::PacketView& view) {
  const auto bytes = packet_bytes(packet);
  if (view.format == wire::PacketFormat::ndn) {
    return wire::name_bytes(view, bytes.data());
  }
  return std::span(room_).first(wire::name_from_compact(bytes, view, room_));
}

std::span<const std::uint8_t> TraceName::of(rte_mbuf* packet) {
  wire::PacketView view;
  if (!read_view(arrival_of(packet).format, packet_bytes(packet), view)) {
    return {};
  }
  return of(packet, view);
}

bool begins_with(std::span<const std::uint8_t> name, std::span<const std::uint8_t> prefix) {
  return prefix.size() <= name.size() && std::equal(prefix.begin(), prefix.end(), name.begin());
}

bool under_localhost(std::span<const std::uint8_t> name) {
  return begins_with(name, local_prefix.value());
}

void set_name(TraceEvent& event, std::span<const std::uint8_t> name) {
  if (name.size() > event.name.size()) {
    event.name_cut = true;
    const auto whole = wire::Name::from_value(name);
    std::size_t components = whole ? whole->size() : 0;
    while (components != 0 && whole->prefix(components).value().size() > event.name.size()) {
      --components;
    }
    name = name.first(components == 0 ? 0 : whole->prefix(components).value().size());
  }
  std::copy(name.begin(), name.end(), event.name.begin());
  event.name_length = static_cast<std::uint16_t>(name.size());
}

}  // namespace augustus::forward
