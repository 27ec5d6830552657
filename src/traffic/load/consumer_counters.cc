// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/consumer_counters.hh"

namespace augustus::traffic {

std::string_view consumer_count_name(ConsumerCount count) {
  constexpr std::string_view names[] = {
      "interests",     "satisfied",        "joined",     "lost",          "nack_congestion", "nack_duplicate",
      "nack_no_route", "nack_other",       "data",       "content_bytes", "altered",         "wrong_token",
      "reordered",     "congestion_marks", "duplicated", "late",          "unexpected",      "malformed",
      "missed"};
  static_assert(std::size(names) == static_cast<std::size_t>(ConsumerCount::count));
  return names[static_cast<std::size_t>(count)];
}

}  // namespace augustus::traffic
