// SPDX-License-Identifier: Apache-2.0
#include "face/port/neighbour_table.hh"

#include <algorithm>

namespace augustus::face {

NeighbourTable::NeighbourTable(std::uint32_t capacity, PortCounters& counters)
    : hash_(HashKey::random()),
      capacity_(capacity),
      entries_(std::make_unique<Neighbour[]>(capacity)),
      counters_(counters) {}

NeighbourTable::~NeighbourTable() {
  for (std::uint32_t i = 0; i < capacity_; ++i) {
    rte_pktmbuf_free_bulk(entries_[i].waiting.data(), entries_[i].waiting_count);
  }
}

Neighbour* NeighbourTable::set_of(const IpAddress& address) {
  const std::uint64_t hash = hash_.extend(hash_.empty(), address.bytes);
  return &entries_[(hash & (capacity_ / ways - 1)) * ways];
}

Neighbour* NeighbourTable::find(const IpAddress& address) {
  Neighbour* set = set_of(address);
  for (std::uint32_t i = 0; i < ways; ++i) {
    if (set[i].state != Neighbour::State::none && set[i].address == address) {
      return &set[i];
    }
  }
  return nullptr;
}

Neighbour& NeighbourTable::obtain(const IpAddress& address, TimeNs now) {
  if (Neighbour* known = find(address)) {
    return *known;
  }
  Neighbour* set = set_of(address);
  Neighbour* place = std::min_element(set, set + ways, [](const Neighbour& a, const Neighbour& b) {
    return (a.state == Neighbour::State::none ? 0 : a.used + 1) <
           (b.state == Neighbour::State::none ? 0 : b.used + 1);
  });
  if (place->state != Neighbour::State::none) {
    remove(*place, PortDrop::neighbours_full);
  }
  *place = Neighbour{};
  place->address = address;
  place->state = Neighbour::State::incomplete;
  place->used = now;
  return *place;
}

void NeighbourTable::wait(Neighbour& neighbour, rte_mbuf* frame) {
  if (neighbour.waiting_count == Neighbour::waiting_max) {
    counters_.drop(PortDrop::waiting_full);
    rte_pktmbuf_free(neighbour.waiting[0]);
    std::copy(neighbour.waiting.begin() + 1, neighbour.waiting.end(), neighbour.waiting.begin());
    --neighbour.waiting_count;
  }
  neighbour.waiting[neighbour.waiting_count++] = frame;
}

void NeighbourTable::remove(Neighbour& neighbour, PortDrop reason) {
  if (neighbour.waiting_count != 0) {
    counters_.drop(reason, neighbour.waiting_count);
    rte_pktmbuf_free_bulk(neighbour.waiting.data(), neighbour.waiting_count);
  }
  neighbour.waiting_count = 0;
  neighbour.state = Neighbour::State::none;
}

}  // namespace augustus::face
