// SPDX-License-Identifier: Apache-2.0
#include "table/fib.hh"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <tuple>

namespace augustus::table {
namespace {

/// Different next-hop lists: no more than prefixes, and some that wait for
/// readers to let go of them.
std::uint32_t lists_max(std::uint32_t prefixes_max) {
  constexpr std::uint64_t waiting = 1u << 16;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(2ull * prefixes_max + waiting, PrefixTable::values_max));
}

}  // namespace

Fib::Fib(const PrefixTableSizes& sizes, const HashKey& key, Quiescence& quiescence)
    : hash_(key),
      table_(sizes, quiescence),
      sets_(std::make_shared<NextHopSets>(lists_max(sizes.prefixes_max), sizes.node)),
      retired_sets_(sets_, quiescence) {}

FibMatch Fib::find_longest(std::span<const std::uint8_t> name_value) const {
  const SplitName name(hash_, name_value);
  return find(name.prefixes());
}

void Fib::find_longest(std::span<FibLookup> run) const {
  assert(run.size() <= run_max);
  std::array<std::uint64_t, run_max> candidates;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const NamePrefixes prefixes = prefixes_of(*run[i].view, run[i].packet);
    candidates[i] = table_.candidates(prefixes);
    table_.prefetch(prefixes, candidates[i]);
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (const std::uint64_t narrowed = PrefixFilter::narrowed(candidates[i]); narrowed != 0) {
      const NamePrefixes prefixes = prefixes_of(*run[i].view, run[i].packet);
      candidates[i] = table_.narrow(prefixes, candidates[i]);
      table_.prefetch_buckets(prefixes, candidates[i] & narrowed);
    }
  }
  std::array<std::uint64_t, run_max> words;
  for (std::size_t i = 0; i < run.size(); ++i) {
    words[i] = table_.prefetch_name(prefixes_of(*run[i].view, run[i].packet), candidates[i]);
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    const NamePrefixes prefixes = prefixes_of(*run[i].view, run[i].packet);
    *run[i].match = match_of(table_.find_longest_from(words[i], prefixes, candidates[i]), prefixes);
  }
}

unsigned Fib::lines_read(const wire::PacketView& view, const std::uint8_t* packet) const {
  constexpr std::uintptr_t line = 64;
  unsigned lines = 0;
  const auto touch = [&lines](const void* start, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(start);
    lines += static_cast<unsigned>((first + bytes - 1) / line - first / line + 1);
  };
  const NamePrefixes prefixes = prefixes_of(view, packet);
  table_.find_longest(prefixes, table_.narrow(prefixes, table_.candidates(prefixes), touch), touch);
  return lines;
}

FibOutcome Fib::set(std::span<const std::uint8_t> prefix_value, std::span<const NextHop> next_hops) {
  return set(SplitName(hash_, prefix_value), next_hops);
}

FibOutcome Fib::set(const SplitName& name, std::span<const NextHop> next_hops) {
  if (!name.whole) {
    return FibOutcome::too_deep;
  }
  table_.prefetch_for_change(name);
  if (next_hops.empty()) {
    if (const auto former = table_.erase(name)) {
      release(*former);
    }
    return FibOutcome::ok;
  }
  sort_into_scratch(next_hops);
  if (scratch_.size() > next_hops_max) {
    return FibOutcome::too_many_next_hops;
  }
  const NextHopSets::Number number = acquire_scratch();
  if (number == NextHopSets::none) {
    return FibOutcome::full;
  }
  const auto placed = table_.set(name, number);
  if (placed.replaced) {
    release(*placed.replaced);
  }
  if (!placed.done) {
    release(number);
  }
  return placed.done ? FibOutcome::ok : FibOutcome::full;
}

void Fib::sort_into_scratch(std::span<const NextHop> next_hops) {
  const auto by_face = [](const NextHop& a, const NextHop& b) {
    return std::tie(a.face, a.cost) < std::tie(b.face, b.cost);
  };
  const auto same_face = [](const NextHop& a, const NextHop& b) { return a.face == b.face; };
  const auto by_cost = [](const NextHop& a, const NextHop& b) {
    return std::tie(a.cost, a.face) < std::tie(b.cost, b.face);
  };
  scratch_.assign(next_hops.begin(), next_hops.end());
  std::sort(scratch_.begin(), scratch_.end(), by_face);
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end(), same_face), scratch_.end());
  std::sort(scratch_.begin(), scratch_.end(), by_cost);
}

NextHopSets::Number Fib::acquire_scratch() {
  NextHopSets::Number number = sets_->acquire(scratch_);
  if (number == NextHopSets::none) {
    retired_sets_.drain();
    number = sets_->acquire(scratch_);
  }
  return number;
}

void Fib::release(NextHopSets::Number number) {
  if (sets_->release(number)) {
    retired_sets_.add(number);
  }
}

const NextHopList* Fib::find_exact(const SplitName& name) const {
  const auto number = name.whole ? table_.find(name.prefixes(), name.count) : PrefixTable::none;
  return number == PrefixTable::none ? nullptr : &(*sets_)[number];
}

FibMemory Fib::memory() const {
  return {.table = table_.memory(), .next_hops = sets_->bytes(), .prefixes = table_.size()};
}

void Fib::for_each(const std::function<void(const wire::Name&, const NextHopList&)>& visit) const {
  for_each_from(0, ~std::uint64_t{0}, visit);
}

std::uint64_t Fib::for_each_from(
    std::uint64_t from, std::uint64_t buckets,
    const std::function<void(const wire::Name&, const NextHopList&)>& visit) const {
  return table_.for_each_from(
      from, buckets, [this, &visit](std::span<const std::uint8_t> name, NextHopSets::Number number) {
        visit(*wire::Name::from_value(name), (*sets_)[number]);
      });
}

}  // namespace augustus::table
