// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/rules/scope.hh"
#include "forward/stage_context.hh"

namespace augustus::forward {

/// Whether an Interest or Data may have come from where it came: names below /localhost come from local Faces only
/// (NFD's scope control).
[[gnu::always_inline]] inline bool may_arrive(const Item& item, NameScope scope) {
  return scope != NameScope::localhost || item.ingress.scope == FaceScope::local;
}

/// The Interest's nonce was here a short time ago, and its record is gone: it loops (NFD's Dead Nonce List).
[[gnu::always_inline]] inline bool is_dead_nonce(const StageContext& context, const Item& interest) {
  const auto& view = *interest.view;
  return view.has_nonce && !context.dead_nonces.idle() &&
         context.dead_nonces.contains(view.name_hash, view.nonce, context.now);
}

}  // namespace augustus::forward
