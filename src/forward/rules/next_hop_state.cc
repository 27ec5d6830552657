// SPDX-License-Identifier: Apache-2.0
#include "forward/rules/next_hop_state.hh"

#include <array>
#include <cstddef>

namespace augustus::forward {

std::string_view next_hop_state_name(NextHopState state) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(NextHopState::count)> names{
      "usable", "down", "gone", "arrived_there", "out_of_scope", "hop_limit"};
  return names[static_cast<std::size_t>(state)];
}

}  // namespace augustus::forward
