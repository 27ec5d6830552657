// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/trace_session.hh"

#include <algorithm>

namespace augustus::forward {
namespace {

/// Component TLVs delimit themselves: a prefix in bytes is a prefix in components.
bool begins_with(std::span<const std::uint8_t> name, std::span<const std::uint8_t> prefix) {
  return prefix.size() <= name.size() && std::equal(prefix.begin(), prefix.end(), name.begin());
}

const wire::Name local_prefix = wire::Name::literal("/localhost");
const wire::Name own_prefix = wire::Name::literal("/localhost/nfd/augustus-trace");

}  // namespace

TraceSession::TraceSession(wire::Name prefix, unsigned events_max)
    : prefix_(std::move(prefix)), local_(local_prefix.is_prefix_of(prefix_)), ring_(events_max) {}

bool TraceSession::wants(std::span<const std::uint8_t> name) const {
  return begins_with(name, prefix_.value()) &&
         !begins_with(name, local_ ? own_prefix.value() : local_prefix.value());
}

void TraceSession::note(const TraceEvent& event) {
  if (!ring_.push(event)) {
    lost_.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace augustus::forward
