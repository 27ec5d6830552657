// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace augustus::store::study {

/// A content store of one layer as NFD 0.3 had it, which the hierarchical content store's paper measured
/// (section 3.2): whole Data in a skip list (p = 1/4) in the canonical order of their names, FIFO. It favours
/// that design: links, name and Data stand together in one slot, where NFD's are three allocations; names are
/// compared as bytes, which for components with types and lengths below 253 is the canonical order.
class SkipListStore {
 public:
  /// Bytes that so many Data of at most so many bytes take.
  static std::uint64_t bytes_for(std::uint32_t packets, std::size_t packet_bytes_max);

  /// As many Data as `memory` has room for; it is the caller's, aligned to 8 bytes, and need not be zeroed.
  /// `packet_bytes_max` is at most 65535.
  SkipListStore(std::span<std::uint8_t> memory, std::size_t packet_bytes_max);

  /// Copies the Data, whose name (the value of its Name TLV) stands at this place of it. It takes the place
  /// of one of the same name; when all slots are taken the oldest goes. False: it is too long.
  bool insert(std::span<const std::uint8_t> data, std::size_t name_offset, std::size_t name_bytes);
  /// The Data of this name; empty: there is none. Valid until the next insert().
  std::span<const std::uint8_t> find(std::span<const std::uint8_t> name) const;

  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return capacity_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr unsigned levels_max = 16;
  using Links = std::array<std::uint32_t, levels_max>;
  /// In front of each Data.
  struct Node {
    std::uint16_t levels;  ///< 0: the slot is empty
    std::uint16_t name_offset;
    std::uint16_t name_bytes;
    std::uint16_t data_bytes;
    Links next;
  };
  static std::uint64_t slot_bytes_for(std::size_t packet_bytes_max);

  Node& node(std::uint32_t slot) const {
    return *reinterpret_cast<Node*>(memory_.data() + slot * slot_bytes_);
  }
  std::uint8_t* data_of(std::uint32_t slot) const {
    return memory_.data() + slot * slot_bytes_ + sizeof(Node);
  }
  bool is_before(std::uint32_t slot, std::span<const std::uint8_t> name) const;
  bool has_name(std::uint32_t slot, std::span<const std::uint8_t> name) const;
  const Links& links(std::uint32_t slot) const { return slot == none ? first_ : node(slot).next; }
  Links& links(std::uint32_t slot) { return slot == none ? first_ : node(slot).next; }
  /// On each level the last slot before the name; none: the list's start.
  Links before(std::span<const std::uint8_t> name) const;
  void remove(std::uint32_t slot);
  std::uint16_t draw_levels();

  std::span<std::uint8_t> memory_;
  std::uint64_t slot_bytes_;
  std::uint32_t capacity_;
  std::uint32_t size_ = 0;
  std::uint32_t oldest_ = 0;   ///< the slot to be taken next
  std::uint32_t touched_ = 0;  ///< slots below this have been used
  unsigned levels_ = 1;        ///< that have any slot
  Links first_;
  std::uint64_t random_ = 0x9e3779b97f4a7c15;
};

}  // namespace augustus::store::study
