// SPDX-License-Identifier: Apache-2.0
#include "table/pending_prefix_filter.hh"

#include <algorithm>

namespace augustus::table {
namespace {

unsigned length_class(unsigned components) {
  return std::min(components, 32u);
}

}  // namespace

PendingPrefixFilter::PendingPrefixFilter(std::uint32_t slots_log2)
    : mask_((1u << std::min(slots_log2, 28u)) - 1),
      slots_(std::make_unique<std::atomic<std::uint32_t>[]>(std::size_t{mask_} + 1)) {}

// The rest is counted before `total_`: who sees the total sees what it stands for.
void PendingPrefixFilter::add(std::uint64_t prefix_hash, unsigned components) {
  slots_[prefix_hash & mask_].fetch_add(1, std::memory_order_relaxed);
  by_length_[length_class(components)].fetch_add(1, std::memory_order_relaxed);
  total_.fetch_add(1, std::memory_order_release);
}

void PendingPrefixFilter::remove(std::uint64_t prefix_hash, unsigned components) {
  total_.fetch_sub(1, std::memory_order_relaxed);
  by_length_[length_class(components)].fetch_sub(1, std::memory_order_relaxed);
  slots_[prefix_hash & mask_].fetch_sub(1, std::memory_order_relaxed);
}

std::uint64_t PendingPrefixFilter::lengths() const {
  std::uint64_t lengths = 0;
  for (unsigned components = 0; components < by_length_.size(); ++components) {
    const bool pending = by_length_[components].load(std::memory_order_relaxed) != 0;
    lengths |= static_cast<std::uint64_t>(pending) << components;
  }
  return lengths;
}

bool PendingPrefixFilter::may_contain(std::uint64_t prefix_hash) const {
  return slots_[prefix_hash & mask_].load(std::memory_order_relaxed) != 0;
}

}  // namespace augustus::table
