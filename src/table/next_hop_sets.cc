// SPDX-License-Identifier: Apache-2.0
#include "table/next_hop_sets.hh"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

namespace augustus::table {

NextHopSets::NextHopSets(std::uint32_t lists_max, int node)
    : lists_max_(lists_max),
      memory_(std::size_t{lists_max} * sizeof(Slot), "FIB next hops", node),
      lists_(static_cast<Slot*>(memory_.data())),
      known_(16, Hash{this}, Equal{this}) {}

NextHopSets::~NextHopSets() {
  for (Number number = 0; number < prefixes_.size(); ++number) {
    lists_[number].~Slot();
  }
}

std::size_t NextHopSets::Hash::operator()(std::span<const NextHop> hops) const {
  std::uint64_t state = sets->hash_.empty();
  for (const NextHop& hop : hops) {
    std::array<std::uint8_t, sizeof(hop.face) + sizeof(hop.cost)> bytes;
    std::memcpy(bytes.data(), &hop.face, sizeof(hop.face));
    std::memcpy(bytes.data() + sizeof(hop.face), &hop.cost, sizeof(hop.cost));
    state = sets->hash_.extend(state, bytes);
  }
  return state;
}

bool NextHopSets::Equal::operator()(std::span<const NextHop> hops, Number number) const {
  const NextHopList& list = (*sets)[number];
  return std::equal(hops.begin(), hops.end(), list.begin(), list.end());
}

NextHopSets::Number NextHopSets::acquire(std::span<const NextHop> hops) {
  if (latest_ != none && Equal{this}(hops, latest_)) {
    ++prefixes_[latest_];
    return latest_;
  }
  if (const auto found = known_.find(hops); found != known_.end()) {
    latest_ = *found;
    ++prefixes_[latest_];
    return latest_;
  }
  const Number number = take_number();
  if (number != none) {
    new (&lists_[number]) Slot{hops};
    prefixes_[number] = 1;
    known_.insert(number);
    latest_ = number;
  }
  return number;
}

NextHopSets::Number NextHopSets::take_number() {
  if (!free_.empty()) {
    const Number number = free_.back();
    free_.pop_back();
    return number;
  }
  if (prefixes_.size() == lists_max_) {
    return none;
  }
  prefixes_.push_back(0);
  return static_cast<Number>(prefixes_.size() - 1);
}

bool NextHopSets::release(Number number) {
  if (--prefixes_[number] != 0) {
    return false;
  }
  // Not to be found again: readers of the last prefix may hold it, and reclaim() will come.
  known_.erase(known_.find(number));
  if (latest_ == number) {
    latest_ = none;
  }
  return true;
}

void NextHopSets::reclaim(Number number) {
  lists_[number].list = NextHopList{};
  free_.push_back(number);
}

}  // namespace augustus::table
