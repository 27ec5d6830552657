// SPDX-License-Identifier: Apache-2.0
#include "store/study/skip_list_store.hh"

#include <algorithm>
#include <cstring>

namespace augustus::store::study {

std::uint64_t SkipListStore::slot_bytes_for(std::size_t packet_bytes_max) {
  return (sizeof(Node) + packet_bytes_max + 7) / 8 * 8;
}

std::uint64_t SkipListStore::bytes_for(std::uint32_t packets, std::size_t packet_bytes_max) {
  return packets * slot_bytes_for(packet_bytes_max);
}

SkipListStore::SkipListStore(std::span<std::uint8_t> memory, std::size_t packet_bytes_max)
    : memory_(memory),
      slot_bytes_(slot_bytes_for(packet_bytes_max)),
      capacity_(static_cast<std::uint32_t>(std::min<std::uint64_t>(memory.size() / slot_bytes_, none - 1))) {
  first_.fill(none);
}

bool SkipListStore::is_before(std::uint32_t slot, std::span<const std::uint8_t> name) const {
  const Node& one = node(slot);
  const int order = std::memcmp(data_of(slot) + one.name_offset, name.data(),
                                std::min<std::size_t>(one.name_bytes, name.size()));
  return order != 0 ? order < 0 : one.name_bytes < name.size();
}

bool SkipListStore::has_name(std::uint32_t slot, std::span<const std::uint8_t> name) const {
  const Node& one = node(slot);
  return one.name_bytes == name.size() &&
         std::memcmp(data_of(slot) + one.name_offset, name.data(), name.size()) == 0;
}

SkipListStore::Links SkipListStore::before(std::span<const std::uint8_t> name) const {
  Links found;
  found.fill(none);
  std::uint32_t at = none;
  for (unsigned level = levels_; level-- != 0;) {
    for (std::uint32_t next = links(at)[level]; next != none && is_before(next, name);
         next = links(at)[level]) {
      at = next;
    }
    found[level] = at;
  }
  return found;
}

std::span<const std::uint8_t> SkipListStore::find(std::span<const std::uint8_t> name) const {
  const std::uint32_t slot = links(before(name)[0])[0];
  if (slot == none || !has_name(slot, name)) {
    return {};
  }
  return {data_of(slot), node(slot).data_bytes};
}

void SkipListStore::remove(std::uint32_t slot) {
  Node& gone = node(slot);
  const Links places = before({data_of(slot) + gone.name_offset, gone.name_bytes});
  for (unsigned level = 0; level < gone.levels; ++level) {
    links(places[level])[level] = gone.next[level];
  }
  gone.levels = 0;
  --size_;
}

std::uint16_t SkipListStore::draw_levels() {
  random_ ^= random_ >> 12;
  random_ ^= random_ << 25;
  random_ ^= random_ >> 27;
  std::uint16_t levels = 1;
  for (std::uint64_t bits = (random_ * 0x2545f4914f6cdd1d) >> 32; (bits & 3) == 0 && levels < levels_max;
       bits >>= 2) {
    ++levels;
  }
  return levels;
}

bool SkipListStore::insert(std::span<const std::uint8_t> data, std::size_t name_offset,
                           std::size_t name_bytes) {
  if (capacity_ == 0 || data.size() > slot_bytes_ - sizeof(Node)) {
    return false;
  }
  const auto name = data.subspan(name_offset, name_bytes);
  if (const std::uint32_t same = links(before(name)[0])[0]; same != none && has_name(same, name)) {
    remove(same);
  }
  const std::uint32_t slot = oldest_;
  oldest_ = oldest_ + 1 == capacity_ ? 0 : oldest_ + 1;
  if (slot < touched_ && node(slot).levels != 0) {
    remove(slot);
  }
  touched_ = std::max(touched_, slot + 1);
  const Links places = before(name);
  Node& made = node(slot);
  made.levels = draw_levels();
  made.name_offset = static_cast<std::uint16_t>(name_offset);
  made.name_bytes = static_cast<std::uint16_t>(name_bytes);
  made.data_bytes = static_cast<std::uint16_t>(data.size());
  std::memcpy(data_of(slot), data.data(), data.size());
  for (unsigned level = 0; level < made.levels; ++level) {
    std::uint32_t& link = links(places[level])[level];
    made.next[level] = link;
    link = slot;
  }
  levels_ = std::max<unsigned>(levels_, made.levels);
  ++size_;
  return true;
}

}  // namespace augustus::store::study
