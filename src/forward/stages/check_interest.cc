// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/check_interest.hh"

#include <algorithm>

#include "forward/read_view.hh"
#include "forward/rules/may_arrive.hh"
#include "wire/rewrite.hh"

namespace augustus::forward {
namespace {

bool is_delegation_of(std::span<const std::uint8_t> delegation, const wire::Name& region) {
  const auto name = region.value();
  return delegation.size() <= name.size() && std::equal(delegation.begin(), delegation.end(), name.begin());
}

bool reached_region(const Item& item, const std::vector<wire::Name>& regions) {
  bool reached = false;
  wire::visit_hint(packet_bytes(item.packet), *item.view, [&](std::span<const std::uint8_t> delegation) {
    reached = std::any_of(regions.begin(), regions.end(),
                          [&](const wire::Name& region) { return is_delegation_of(delegation, region); });
    return reached;
  });
  return reached;
}

/// Replaces the item's packet by what `write(interest, view, out)` makes of it, of at most `growth` bytes
/// more. The name stays, so its hashes do.
template <typename Write>
bool rewrite_packet(StageContext& context, Item& item, std::size_t growth, Write&& write) {
  const auto old_bytes = packet_bytes(item.packet);
  const auto room = old_bytes.size() + growth;
  rte_mbuf* made = context.pool.allocate(room);
  if (made == nullptr) {
    return false;
  }
  auto* out = reinterpret_cast<std::uint8_t*>(rte_pktmbuf_append(made, static_cast<std::uint16_t>(room)));
  const auto written = write(old_bytes, *item.view, std::span<std::uint8_t>{out, room});
  wire::PacketView view;
  if (written == 0 || !read_view(wire::PacketFormat::ndn, {out, written}, view)) {
    rte_pktmbuf_free(made);
    return false;
  }
  rte_pktmbuf_trim(made, static_cast<std::uint16_t>(room - written));
  arrival_of(made) = item.arrival();
  view.kind = item.view->kind;
  view.prefix_hash = item.view->prefix_hash;
  view.name_hash = item.view->name_hash;
  *item.view = view;
  rte_pktmbuf_free(item.packet);
  item.packet = made;
  return true;
}

/// A Nonce TLV of 6 bytes, and up to 2 more for a longer outer length.
constexpr std::size_t nonce_growth = 8;

bool add_nonce(StageContext& context, Item& item) {
  const auto nonce = context.random.next();
  return rewrite_packet(context, item, nonce_growth, [nonce](auto interest, const auto& view, auto out) {
    return wire::copy_with_nonce(interest, view, nonce, out);
  });
}

bool strip_hint(StageContext& context, Item& item) {
  return rewrite_packet(context, item, 0, [](auto interest, const auto& view, auto out) {
    return wire::copy_without_hint(interest, view, out);
  });
}

}  // namespace

void decrement_hop_limit(Item& item) {
  if (item.view->has_hop_limit) {
    --item.view->hop_limit;
    wire::set_hop_limit(packet_bytes(item.packet), *item.view, item.view->hop_limit);
  }
}

void check_interest(StageContext& context, const Burst& in, Burst& passed, Burst& loops) {
  for (Item& item : in) {
    context.counters.interests.add();
    if (item.ingress.id == face_id_none) {
      context.drop(item, Drop::face_gone);
      continue;
    }
    if (!may_arrive(item, name_scope(item))) {
      context.drop(item, Drop::scope_violation);
      continue;
    }
    decrement_hop_limit(item);
    const bool is_ndn = item.view->format == wire::PacketFormat::ndn;
    if (!item.view->has_nonce && is_ndn && !add_nonce(context, item)) {
      context.drop(item, Drop::no_buffer);
      continue;
    }
    if (is_dead_nonce(context, item)) {
      context.count_drop(Drop::dead_nonce);
      loops.push(item);
      continue;
    }
    if (item.view->has_forwarding_hint && reached_region(item, context.shared.network_regions) &&
        !strip_hint(context, item)) {
      context.drop(item, Drop::no_buffer);
      continue;
    }
    passed.push(item);
  }
}

}  // namespace augustus::forward
