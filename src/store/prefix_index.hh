// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/keyed_hash.hh"
#include "base/mapped_memory.hh"
#include "table/name_key.hh"
#include "table/name_prefixes.hh"
#include "table/name_table.hh"

namespace augustus::store {

/// The names of cached Data as a tree of components, each node found by its prefix's table hash: the answer
/// to "which Data lies below this prefix". Names stay in the name table; a node is trusted after the prefix
/// was compared with the name of some Data below it, in full. A name of more than 32 components hangs below
/// its 32nd. Fixed size; owned by one worker.
class PrefixIndex {
 public:
  using Node = std::uint32_t;
  static constexpr Node none = 0;

  PrefixIndex(std::uint32_t nodes_max, const KeyedHash& hash, const table::NameTable& names);

  /// Adds the entry's name; none: no room. The entry must keep its name until remove().
  Node add(table::EntryIndex entry);
  void remove(Node node);
  /// Whether any name can be added.
  bool has_room() const { return free_count() >= chain_max; }

  /// The node of a prefix of `components` <= 32 components, or none when no Data lies at or below it.
  Node find(std::uint64_t hash, std::span<const std::uint8_t> prefix, unsigned components) const;
  /// The node after `node` in the tree below `top`, parents first, children newest first; none at the end.
  Node next(Node node, Node top) const;
  /// The Data whose name ends at the node, or entry_none.
  table::EntryIndex entry(Node node) const { return nodes_[node].entry; }

 private:
  struct Item {
    std::uint32_t tag;  ///< of the prefix's hash
    Node chain;         ///< next of the same bucket; next free
    Node parent;
    Node child;  ///< first
    Node next;   ///< sibling
    Node previous;
    table::EntryIndex entry;
    std::uint16_t bytes;  ///< of the prefix
    std::uint16_t components;
  };
  static_assert(sizeof(Item) == 32);

  static constexpr Node root = 1;
  static constexpr unsigned chain_max = wire::prefix_components_max + 1;
  static constexpr std::uint16_t leaf_below_32 = wire::prefix_components_max + 1;

  static std::uint32_t tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
  Node& bucket(std::uint32_t tag) { return buckets_[tag & bucket_mask_]; }
  const Node& bucket(std::uint32_t tag) const { return buckets_[tag & bucket_mask_]; }
  std::uint32_t free_count() const { return freed_ + nodes_max_ + 1 - touched_; }
  std::span<const std::uint8_t> some_name_below(Node node) const;
  Node make(std::uint64_t hash, std::uint16_t bytes, std::uint16_t components, Node parent);
  void release(Node node);

  KeyedHash hash_;
  const table::NameTable& names_;
  std::uint32_t nodes_max_;
  std::uint32_t bucket_mask_;
  MappedMemory nodes_memory_;
  MappedMemory buckets_memory_;
  Item* nodes_;    ///< [0] is none
  Node* buckets_;  ///< heads of chains, by tag
  Node free_ = none;
  std::uint32_t freed_ = 0;
  std::uint32_t touched_ = root + 1;  ///< nodes from here on were never used
};

}  // namespace augustus::store
