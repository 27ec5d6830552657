// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/trace_session.hh"

#include "forward/trace/trace_name.hh"

namespace augustus::forward {
namespace {

const wire::Name own_prefix = wire::Name::literal("/localhost/nfd/augustus-trace");

}  // namespace

TraceSession::TraceSession(wire::Name prefix, unsigned events_max)
    : prefix_(std::move(prefix)), local_(under_localhost(prefix_.value())), ring_(events_max) {}

bool TraceSession::wants(std::span<const std::uint8_t> name) const {
  return begins_with(name, prefix_.value()) && !(local_ ? begins_with(name, own_prefix.value()) : under_localhost(name));
}

void TraceSession::note(const TraceEvent& event) {
  if (!ring_.push(event)) {
    lost_.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace augustus::forward
