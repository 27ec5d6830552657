// SPDX-License-Identifier: Apache-2.0
#include "manage/module_common.hh"

#include <fmt/format.h>

#include "wire/packet_view.hh"

namespace augustus::manage {

std::optional<ControlResponse> refuse_deep(const wire::Name& prefix) {
  if (prefix.size() <= wire::prefix_components_max) {
    return std::nullopt;
  }
  return failure(414, fmt::format("The prefix exceeds {} components", wire::prefix_components_max));
}

ControlResponse fib_failure(table::FibOutcome outcome) {
  switch (outcome) {
    case table::FibOutcome::too_deep:
      return failure(414, "The prefix has too many components");
    case table::FibOutcome::too_many_next_hops:
      return failure(500, "The prefix has too many next hops");
    default:
      return failure(500, "The FIB is full");
  }
}

}  // namespace augustus::manage
