// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace augustus::forward {

/// Whether an Interest may go to a next hop, and what stands in its way if it may not.
enum class NextHopState : std::uint8_t {
  usable,
  down,           ///< the Face is down, or takes packets of another format
  gone,           ///< there is no such Face any more
  arrived_there,  ///< the Interest came from it
  out_of_scope,   ///< /localhost and /localhop end before it
  hop_limit,      ///< the HopLimit is used up, and the Face is not local
  count
};

std::string_view next_hop_state_name(NextHopState state);

}  // namespace augustus::forward
