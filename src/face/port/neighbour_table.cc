// SPDX-License-Identifier: Apache-2.0
#include "face/port/neighbour_table.hh"

#include <algorithm>
#include <utility>

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

Neighbour& NeighbourTable::obtain(const IpAddress& address, TimeNs used) {
  if (Neighbour* known = find(address)) {
    return *known;
  }
  // Addresses that somebody made up, of which nothing was sent to or nobody answered, do not cost others their places.
  const auto merit = [](const Neighbour& neighbour) {
    const unsigned kind = neighbour.state == Neighbour::State::none ? 0
                          : neighbour.used == 0                    ? 1
                          : !neighbour.has_mac()                   ? 2
                                                                   : 3;
    return std::pair(kind, neighbour.used);
  };
  Neighbour* set = set_of(address);
  Neighbour* place = std::min_element(
      set, set + ways, [&](const Neighbour& a, const Neighbour& b) { return merit(a) < merit(b); });
  if (place->state != Neighbour::State::none) {
    remove(*place, PortDrop::neighbours_full);
  }
  *place = Neighbour{};
  place->address = address;
  place->state = Neighbour::State::incomplete;
  place->used = used;
  return *place;
}

void NeighbourTable::wait(Neighbour& neighbour, rte_mbuf* frame) {
  if (neighbour.waiting_count == Neighbour::waiting_max) {
    counters_.drop(PortDrop::waiting_full);
    rte_pktmbuf_free(neighbour.waiting[0]);
    std::copy(neighbour.waiting.begin() + 1, neighbour.waiting.end(), neighbour.waiting.begin());
    --neighbour.waiting_count;
    --waiting_;
  }
  if (waiting_ == waiting_frames_max) {
    drop_waiting_of_another(neighbour);
  }
  neighbour.waiting[neighbour.waiting_count++] = frame;
  ++waiting_;
}

/// In turn, so that made-up neighbours, which wait for seconds, lose theirs sooner than one that answers at once.
void NeighbourTable::drop_waiting_of_another(const Neighbour& neighbour) {
  do {
    turn_ = (turn_ + 1) % capacity_;
  } while (entries_[turn_].waiting_count == 0 || &entries_[turn_] == &neighbour);
  drop_waiting(entries_[turn_], PortDrop::waiting_full);
}

void NeighbourTable::drop_waiting(Neighbour& neighbour, PortDrop reason) {
  const std::span<rte_mbuf*> frames = take_waiting(neighbour);
  counters_.drop(reason, frames.size());
  rte_pktmbuf_free_bulk(frames.data(), static_cast<unsigned>(frames.size()));
}

std::span<rte_mbuf*> NeighbourTable::take_waiting(Neighbour& neighbour) {
  const std::span<rte_mbuf*> frames(neighbour.waiting.data(), neighbour.waiting_count);
  waiting_ -= neighbour.waiting_count;
  neighbour.waiting_count = 0;
  return frames;
}

void NeighbourTable::remove(Neighbour& neighbour, PortDrop reason) {
  if (neighbour.waiting_count != 0) {
    drop_waiting(neighbour, reason);
  }
  neighbour.state = Neighbour::State::none;
}

}  // namespace augustus::face
