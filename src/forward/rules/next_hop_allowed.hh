// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "forward/rules/next_hop_state.hh"
#include "forward/rules/scope.hh"
#include "forward/stage_context.hh"
#include "table/next_hop.hh"

namespace augustus::forward {

/// Whether the Interest, its HopLimit already decremented, may go to the Face with these attributes (NFD's
/// scope control and HopLimit; a Face that is down is passed over).
[[gnu::always_inline]] inline NextHopState state_of_next_hop(const StageContext& context, const Item& interest,
                                                             NameScope scope, const FaceAttributes& egress) {
  const auto& view = *interest.view;
  if (egress.id == face_id_none) {
    return NextHopState::gone;
  }
  if (egress.takes != takes_of(view.format)) {
    return NextHopState::down;
  }
  if (egress.id == interest.ingress.id && egress.link_type != LinkType::ad_hoc) {
    return NextHopState::arrived_there;
  }
  if (would_violate_scope(interest.ingress, egress, scope, context.shared.localhop_to_non_local)) {
    return NextHopState::out_of_scope;
  }
  if (view.has_hop_limit && view.hop_limit == 0 && egress.scope == FaceScope::non_local) [[unlikely]] {
    return NextHopState::hop_limit;
  }
  return NextHopState::usable;
}

/// The same for a strategy that asks about `face`, which has these attributes.
[[gnu::always_inline]] inline NextHopState next_hop_allowed(const StageContext& context, const Item& interest,
                                                            NameScope scope, FaceId face,
                                                            const FaceAttributes& egress) {
  const NextHopState state = state_of_next_hop(context, interest, scope, egress);
  context.note(TraceStep::next_hop, 0, static_cast<std::uint8_t>(state), face);
  return state;
}

/// The first of the next hops, which are by ascending cost, that `may_take(FaceId)`; face_id_none: none.
template <typename MayTake>
[[gnu::always_inline]] inline FaceId first_next_hop(std::span<const table::NextHop> next_hops, MayTake&& may_take) {
  for (const table::NextHop& hop : next_hops) {
    if (may_take(hop.face)) [[likely]] {
      return hop.face;
    }
  }
  return face_id_none;
}

}  // namespace augustus::forward
