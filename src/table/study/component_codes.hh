// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/same_bytes.hh"
#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// The encoded name trie's dictionary: a 32-bit code for each different component (its TLV's bytes), with a
/// count of its uses. A hash table with chaining; a component of b bytes takes 4 for its bucket, 16 and b.
template <typename Accesses>
class ComponentCodes {
 public:
  using Code = std::uint32_t;
  static constexpr Code none = ~Code{0};

  /// `accesses` outlives it.
  ComponentCodes(const PendingSizes& sizes, Accesses& accesses)
      : capacity_(sizes.components_max),
        bytes_max_(sizes.component_bytes_max != 0 ? sizes.component_bytes_max : sizes.name_bytes_max),
        stride_((sizeof(Item) + bytes_max_ + alignof(Item) - 1) / alignof(Item) * alignof(Item)),
        heads_memory_(std::size_t{capacity_} * sizeof(std::uint32_t), "component buckets"),
        items_memory_(std::size_t{capacity_} * stride_, "components"),
        heads_(static_cast<std::uint32_t*>(heads_memory_.data())),
        items_(static_cast<std::uint8_t*>(items_memory_.data())),
        accesses_(accesses) {}

  void prefetch(std::uint32_t hash) const { augustus::prefetch(&heads_[bucket_of(hash)]); }

  /// The component's code; none when it has none.
  Code find(std::uint32_t hash, std::span<const std::uint8_t> component) const {
    accesses_.add();
    for (std::uint32_t link = heads_[bucket_of(hash)]; link != end; link = item(link - 1).next) {
      accesses_.add();
      const Item& found = item(link - 1);
      if (found.hash == hash && found.length == component.size() &&
          same_bytes(bytes(link - 1), component.data(), component.size())) {
        return link - 1;
      }
    }
    return none;
  }

  /// A code, not used yet, for a component that has none; none when it is too long or there is no room.
  Code insert(std::uint32_t hash, std::span<const std::uint8_t> component) {
    const Code code = component.size() <= bytes_max_ ? allocate() : none;
    if (code == none) {
      return none;
    }
    accesses_.add();
    std::uint32_t& head = heads_[bucket_of(hash)];
    item(code) = {
        .hash = hash, .next = head, .uses = 0, .length = static_cast<std::uint32_t>(component.size())};
    std::memcpy(bytes(code), component.data(), component.size());
    head = code + 1;
    return code;
  }

  void use(Code code) { ++item(code).uses; }
  /// Ends a use; the last one ends the code.
  void release(Code code) {
    if (--item(code).uses == 0) {
      erase(code);
    }
  }
  /// Ends a code that nothing uses.
  void erase_unused(Code code) {
    if (item(code).uses == 0) {
      erase(code);
    }
  }

  std::uint32_t size() const { return size_; }
  std::uint64_t memory_bytes() const { return std::uint64_t{capacity_} * (sizeof(*heads_) + stride_); }

 private:
  static constexpr std::uint32_t end = 0;  ///< links are a code and one: zeroed memory is empty
  struct Item {
    std::uint32_t hash, next, uses, length;
  };

  std::uint32_t bucket_of(std::uint32_t hash) const {
    return static_cast<std::uint32_t>((std::uint64_t{hash} * capacity_) >> 32);
  }
  Item& item(Code code) { return *reinterpret_cast<Item*>(items_ + std::size_t{code} * stride_); }
  const Item& item(Code code) const {
    return *reinterpret_cast<const Item*>(items_ + std::size_t{code} * stride_);
  }
  std::uint8_t* bytes(Code code) const { return items_ + std::size_t{code} * stride_ + sizeof(Item); }

  Code allocate() {
    Code code = free_;
    if (code != none) {
      free_ = item(code).next;
    } else if (untouched_ < capacity_) {
      code = untouched_++;
    }
    size_ += code != none ? 1 : 0;
    return code;
  }

  void erase(Code code) {
    std::uint32_t* link = &heads_[bucket_of(item(code).hash)];
    accesses_.add();
    while (*link != code + 1) {
      link = &item(*link - 1).next;
      accesses_.add();
    }
    *link = item(code).next;
    item(code).next = free_;
    free_ = code;
    --size_;
  }

  std::uint32_t capacity_;
  std::uint32_t bytes_max_;
  std::size_t stride_;
  MappedMemory heads_memory_, items_memory_;
  std::uint32_t* heads_;
  std::uint8_t* items_;
  Accesses& accesses_;
  Code free_ = none;
  std::uint32_t untouched_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace augustus::table::study
