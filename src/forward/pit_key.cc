// SPDX-License-Identifier: Apache-2.0
#include "forward/pit_key.hh"

#include <algorithm>

namespace augustus::forward {

table::PitSelectors selectors_of(const Item& interest, const KeyedHash& hash) {
  const auto& view = *interest.view;
  table::PitSelectors selectors;
  selectors.can_be_prefix = view.can_be_prefix;
  selectors.must_be_fresh = view.must_be_fresh;
  if (view.has_forwarding_hint) {
    const auto hint = hash.extend(hash.empty(), {interest.bytes() + view.hint_offset, view.hint_length});
    selectors.hint_hash = hint != 0 ? hint : 1;
  }
  if (const auto* digest = digest_of(interest); digest != nullptr) {
    selectors.has_digest = true;
    std::copy_n(digest, selectors.digest.size(), selectors.digest.begin());
  }
  return selectors;
}

bool matches_below(const wire::PacketView& interest) {
  return interest.can_be_prefix && !interest.has_implicit_digest &&
         interest.component_count <= wire::prefix_components_max;
}

const std::uint8_t* digest_of(const Item& interest) {
  constexpr unsigned digest_header = 2;
  return interest.view->has_implicit_digest
             ? interest.bytes() + interest.view->name_offset + interest.view->key_length() + digest_header
             : nullptr;
}

}  // namespace augustus::forward
