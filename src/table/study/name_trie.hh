// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/hash_key.hh"
#include "base/mapped_memory.hh"
#include "base/prefetch.hh"

namespace augustus::table::study {

/// The encoded name trie itself: nodes are prefixes, edges component codes. The edges are one hash table from
/// (parent, code) to the child, with chaining; a node takes 4 bytes for its bucket and 16. A node lives while
/// something uses it: a child, or a tuple.
template <typename Accesses>
class NameTrie {
 public:
  using Node = std::uint32_t;
  static constexpr Node none = ~Node{0};
  static constexpr Node root = 0;  ///< the empty name; lives always

  /// `accesses` outlives it.
  NameTrie(std::uint32_t nodes_max, const HashKey& key, Accesses& accesses)
      : capacity_(nodes_max + 1),
        key_(key),
        heads_memory_(std::size_t{capacity_} * sizeof(Node), "trie buckets"),
        nodes_memory_(std::size_t{capacity_} * sizeof(Item), "trie nodes"),
        heads_(static_cast<std::uint32_t*>(heads_memory_.data())),
        nodes_(static_cast<Item*>(nodes_memory_.data())),
        accesses_(accesses) {}

  Node child(Node parent, std::uint32_t code) const {
    accesses_.add();
    for (std::uint32_t link = heads_[bucket_of(parent, code)]; link != end; link = nodes_[link].next) {
      accesses_.add();
      if (nodes_[link].parent == parent && nodes_[link].code == code) {
        return link;
      }
    }
    return none;
  }

  /// A child that is not there yet; none when there is no room.
  Node insert(Node parent, std::uint32_t code) {
    Node node = free_;
    if (node != none) {
      free_ = nodes_[node].next;
    } else if (untouched_ < capacity_) {
      node = untouched_++;
    } else {
      return none;
    }
    accesses_.add();
    std::uint32_t& head = heads_[bucket_of(parent, code)];
    nodes_[node] = {.parent = parent, .code = code, .next = head, .uses = 0};
    head = node;
    ++nodes_[parent].uses;
    ++size_;
    return node;
  }

  /// A tuple that names the node comes or goes.
  void use(Node node) { ++nodes_[node].uses; }
  void end_use(Node node) { --nodes_[node].uses; }

  /// Removes the node, and then its ancestors, as far as nothing uses them. Calls `gone(code)` for each.
  template <typename Gone>
  void prune(Node node, Gone&& gone) {
    while (node != root && nodes_[node].uses == 0) {
      const Node parent = nodes_[node].parent;
      gone(nodes_[node].code);
      erase(node);
      --nodes_[parent].uses;
      node = parent;
    }
  }

  std::uint32_t size() const { return size_; }
  std::uint64_t memory_bytes() const { return std::uint64_t{capacity_} * (sizeof(Node) + sizeof(Item)); }

 private:
  static constexpr std::uint32_t end = 0;  ///< the root is nobody's child: zeroed memory is empty
  struct Item {
    Node parent;
    std::uint32_t code;
    Node next;
    std::uint32_t uses;
  };
  static_assert(sizeof(Item) == 16);

  std::uint32_t bucket_of(Node parent, std::uint32_t code) const {
    const auto product =
        static_cast<unsigned __int128>((std::uint64_t{parent} << 32 | code) ^ key_.words[0]) *
        (key_.words[1] | 1);
    const auto folded = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    return static_cast<std::uint32_t>(((folded >> 32) * capacity_) >> 32);
  }

  void erase(Node node) {
    std::uint32_t* link = &heads_[bucket_of(nodes_[node].parent, nodes_[node].code)];
    accesses_.add();
    while (*link != node) {
      link = &nodes_[*link].next;
      accesses_.add();
    }
    *link = nodes_[node].next;
    nodes_[node].next = free_;
    free_ = node;
    --size_;
  }

  std::uint32_t capacity_;
  HashKey key_;
  MappedMemory heads_memory_, nodes_memory_;
  std::uint32_t* heads_;
  Item* nodes_;
  Accesses& accesses_;
  Node free_ = none;
  std::uint32_t untouched_ = 1;
  std::uint32_t size_ = 0;
};

}  // namespace augustus::table::study
