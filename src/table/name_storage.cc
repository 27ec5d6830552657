// SPDX-License-Identifier: Apache-2.0
#include "table/name_storage.hh"

#include <cstring>

#include "base/checked_build.hh"

namespace augustus::table {

NameStorage::NameStorage(std::uint32_t bytes)
    : memory_((std::size_t{bytes} + bytes_max - 1) / bytes_max * bytes_max, "long names"),
      start_(static_cast<std::uint8_t*>(memory_.data())),
      units_(static_cast<std::uint32_t>((std::size_t{bytes} + bytes_max - 1) / bytes_max * bytes_max /
                                        unit_bytes)),
      free_order_(units_, in_use) {
  free_.fill(none);
}

NameStorage::Block NameStorage::allocate(std::size_t length) {
  if (length > bytes_max) {
    return none;
  }
  const unsigned wanted = order_of(length);
  unsigned order = wanted;
  while (order < orders && free_[order] == none) {
    ++order;
  }
  Block block = none;
  if (order < orders) {
    block = free_[order];
    take(block, order);
  } else if (untouched_ < units_) {
    block = untouched_;
    order = orders - 1;
    untouched_ += 1u << order;
  } else {
    return none;
  }
  while (order > wanted) {
    --order;
    push(block + (1u << order), order);
  }
  unpoison(data(block), footprint(length));
  return block;
}

std::size_t NameStorage::bytes_in_use() const {
  std::size_t units = untouched_;
  for (unsigned order = 0; order < orders; ++order) {
    for (Block block = free_[order]; block != none; block = link(block).next) {
      units -= std::size_t{1} << order;
    }
  }
  return units * unit_bytes;
}

void NameStorage::release(Block block, std::size_t length) {
  unsigned order = order_of(length);
  while (order + 1 < orders) {
    const Block buddy = block ^ (1u << order);
    if (free_order_[buddy] != order) {
      break;
    }
    take(buddy, order);
    block &= ~(1u << order);
    ++order;
  }
  push(block, order);
}

NameStorage::FreeLink NameStorage::link(Block block) const {
  FreeLink link;
  std::memcpy(&link, data(block), sizeof(link));
  return link;
}

void NameStorage::set_link(Block block, FreeLink link) {
  std::memcpy(data(block), &link, sizeof(link));
}

void NameStorage::push(Block block, unsigned order) {
  const Block head = free_[order];
  poison(data(block), unit_bytes << order);
  unpoison(data(block), sizeof(FreeLink));
  set_link(block, {head, none});
  if (head != none) {
    set_link(head, {link(head).next, block});
  }
  free_[order] = block;
  free_order_[block] = static_cast<std::uint8_t>(order);
}

void NameStorage::take(Block block, unsigned order) {
  const FreeLink taken = link(block);
  if (taken.previous == none) {
    free_[order] = taken.next;
  } else {
    set_link(taken.previous, {taken.next, link(taken.previous).previous});
  }
  if (taken.next != none) {
    set_link(taken.next, {link(taken.next).next, taken.previous});
  }
  free_order_[block] = in_use;
}

}  // namespace augustus::table
