// SPDX-License-Identifier: Apache-2.0
#include "table/name_chains.hh"

#include <algorithm>

namespace augustus::table {

NameChains::NameChains(std::uint32_t entries_max)
    : chains_(std::max(entries_max, std::uint32_t{1})),
      heads_memory_(std::size_t{chains_} * sizeof(std::uint32_t), "name buckets"),
      links_memory_(std::size_t{chains_} * sizeof(Link), "name links"),
      heads_(static_cast<std::uint32_t*>(heads_memory_.data())),
      links_(static_cast<Link*>(links_memory_.data())) {}

EntryIndex NameChains::first_candidate(std::uint64_t hash) const {
  const std::uint32_t head = heads_[chain_of(hash)];
  if (head == end) {
    return entry_none;
  }
  augustus::prefetch(&links_[head - 1]);
  return head - 1;
}

bool NameChains::insert(std::uint64_t hash, EntryIndex entry) {
  std::uint32_t* link = &heads_[chain_of(hash)];
  for (unsigned length = 0; *link != end; link = &links_[*link - 1].next) {
    if (++length == chain_max) {
      return false;
    }
  }
  links_[entry] = {.hash = short_hash(hash), .next = end};
  *link = entry + 1;
  return true;
}

std::uint32_t NameChains::count() const {
  std::uint32_t count = 0;
  for (std::uint32_t chain = 0; chain < chains_; ++chain) {
    for (std::uint32_t at = heads_[chain]; at != end; at = links_[at - 1].next) {
      ++count;
    }
  }
  return count;
}

bool NameChains::erase(std::uint64_t hash, EntryIndex entry) {
  for (std::uint32_t* link = &heads_[chain_of(hash)]; *link != end; link = &links_[*link - 1].next) {
    if (*link == entry + 1) {
      *link = links_[entry].next;
      return true;
    }
  }
  return false;
}

}  // namespace augustus::table
