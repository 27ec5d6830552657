// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/name_sampler.hh"

#include <algorithm>

#include "forward/trace/trace_name.hh"

namespace augustus::forward {

void NameSampler::sample(std::span<rte_mbuf* const> packets, std::span<const wire::PacketView> views) {
  NameSample sample;
  std::size_t chosen = views.size();
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].kind == wire::PacketKind::interest) {
      ++sample.interests;
      // The last one: no place in a burst is special to who asks in turns.
      chosen = i;
    }
  }
  if (chosen == views.size()) {
    return;
  }
  TraceName reader;
  const auto name = reader.of(packets[chosen], views[chosen]);
  if (name.empty() || under_localhost(name)) {
    return;
  }
  sample.length = static_cast<std::uint32_t>(std::min(name.size(), sample.bytes.size()));
  std::copy_n(name.begin(), sample.length, sample.bytes.begin());
  ring_.push(sample);
}

}  // namespace augustus::forward
