// SPDX-License-Identifier: Apache-2.0
#include "table/prefix_filter.hh"

namespace augustus::table {
namespace {

constexpr std::uint64_t prefixes_per_line = 16;
constexpr unsigned counter_max = 15;

}  // namespace

PrefixFilter::PrefixFilter(std::uint32_t prefixes_max, int node)
    : mask_(std::bit_ceil(prefixes_max / prefixes_per_line + 1) - 1),
      memory_((mask_ + 1) * line_bytes, "FIB filter", node),
      start_(static_cast<std::uint8_t*>(memory_.data())) {}

void PrefixFilter::add(const NamePrefixes& prefixes, unsigned components) {
  change(prefixes, components, 1);
}

void PrefixFilter::remove(const NamePrefixes& prefixes, unsigned components) {
  change(prefixes, components, -1);
}

void PrefixFilter::change(const NamePrefixes& prefixes, unsigned components, int by) {
  const Group* const group = group_of(components);
  if (group == nullptr) {
    return;
  }
  std::uint8_t* const counters = line(prefixes.hash[group->shortest]);
  for (unsigned i = 0; i < counters_per_prefix; ++i) {
    const unsigned number = counter(prefixes.hash[components], i);
    const unsigned before = value(counters, number);
    if (before == counter_max) {
      continue;
    }
    const unsigned shift = 4 * (number % 2);
    std::atomic_ref<std::uint8_t> both(counters[number / 2]);
    both.store(static_cast<std::uint8_t>((both.load(std::memory_order_relaxed) & ~(15u << shift)) |
                                         static_cast<unsigned>(static_cast<int>(before) + by) << shift),
               std::memory_order_release);
  }
}

}  // namespace augustus::table
