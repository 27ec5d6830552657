// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "base/keyed_hash.hh"
#include "table/study/access_count.hh"
#include "table/study/component_codes.hh"
#include "table/study/dht.hh"
#include "table/study/lht.hh"
#include "table/study/name_trie.hh"
#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// Encoded name prefix trie (ENPT, section III-C): a dictionary gives each component a code, a trie of codes
/// gives each pending name a node, and a hash table holds the tuples,
/// in the bucket that the name's hash tells, by node.
/// Layout: ComponentCodes, NameTrie, and the tuple table with "names" of 4 bytes, the node. The paper gives
/// no formula for the memory, only measurements of others (2 MB for 252K names, 30 MB for 8M).
/// Accesses: for each component its bucket and item in the dictionary, and its bucket and node in the trie
/// (the paper counts one a component); then the tuple table's. Names of more components than
/// components_of_name_max are refused.
/// Lazy expiry is the tuple table's; the path of an entry that goes is pruned with it.
/// `Tuples` is Lht or Dht with CountedAccesses or NoAccesses as here.
template <template <typename> typename Tuples, typename Accesses = NoAccesses>
class Enpt {
 public:
  static constexpr PendingTraits traits{.timers = true,
                                        .loop_detection = true,
                                        .false_positives = false,
                                        .faces = true,
                                        .full_protocol = false};
  static constexpr unsigned prefetch_steps = 1;
  /// Of the names in the traces that the paper used.
  static constexpr unsigned components_of_name_max = 15;

  explicit Enpt(const PendingSizes& sizes)
      : name_bytes_max_(sizes.name_bytes_max),
        key_(HashKey::random()),
        hash_(key_),
        codes_(sizes, accesses_),
        trie_(sizes.nodes_max, key_, accesses_),
        tuples_(tuple_sizes(sizes)) {}

  InterestOutcome on_interest(const PendingInterest& interest, TimeMs now) {
    const Node node = make_path(interest.name);
    if (node == trie_.none) {
      return InterestOutcome::full;
    }
    const auto bytes = bytes_of(node);
    PendingInterest of_node = interest;
    of_node.name = {.key = {interest.name.key.hash, bytes}, .component_end = {}};
    const InterestOutcome outcome = tuples_.on_interest(of_node, now, RemovePath{*this, node});
    if (outcome == InterestOutcome::inserted) {
      trie_.use(node);
    } else if (outcome == InterestOutcome::full) {
      prune(node);
    }
    return outcome;
  }

  bool on_data(const PendingName& name, TimeMs now, FaceList& faces) {
    const Node node = find_path(name);
    if (node == trie_.none) {
      return false;
    }
    const auto bytes = bytes_of(node);
    const PendingName of_node{.key = {name.key.hash, bytes}, .component_end = {}};
    if (!tuples_.on_data(of_node, now, faces, RemovePath{*this, trie_.none})) {
      return false;
    }
    trie_.end_use(node);
    prune(node);
    return true;
  }

  void advance(TimeMs /*now*/) {}

  /// The dictionary's buckets: the rest depends on what was found before.
  void prefetch(const PendingName& name, unsigned /*step*/) const {
    for (std::size_t i = 0; i < name.component_end.size(); ++i) {
      codes_.prefetch(component_hash(component(name, i)));
    }
  }

  std::uint32_t size() const { return tuples_.size(); }
  std::uint64_t memory_bytes() const {
    return codes_.memory_bytes() + trie_.memory_bytes() + tuples_.memory_bytes();
  }
  std::uint64_t accesses() const { return accesses_.count() + tuples_.accesses(); }

  std::uint32_t components() const { return codes_.size(); }  ///< different ones
  std::uint32_t nodes() const { return trie_.size(); }

 private:
  using Node = typename NameTrie<Accesses>::Node;
  using Codes = ComponentCodes<Accesses>;

  static PendingSizes tuple_sizes(PendingSizes sizes) {
    sizes.name_bytes_max = sizeof(Node);
    return sizes;
  }
  static std::array<std::uint8_t, sizeof(Node)> bytes_of(Node node) {
    std::array<std::uint8_t, sizeof(Node)> bytes;
    std::memcpy(bytes.data(), &node, sizeof(node));
    return bytes;
  }
  static std::span<const std::uint8_t> component(const PendingName& name, std::size_t i) {
    const std::size_t begin = i == 0 ? 0 : name.component_end[i - 1];
    return name.key.bytes.subspan(begin, name.component_end[i] - begin);
  }
  std::uint32_t component_hash(std::span<const std::uint8_t> component) const {
    return static_cast<std::uint32_t>(hash_.extend(hash_.empty(), component) >> 32);
  }

  Node find_path(const PendingName& name) const {
    Node node = trie_.root;
    for (std::size_t i = 0; i < name.component_end.size() && node != trie_.none; ++i) {
      const std::span<const std::uint8_t> bytes = component(name, i);
      const auto code = codes_.find(component_hash(bytes), bytes);
      node = code == codes_.none ? trie_.none : trie_.child(node, code);
    }
    return node;
  }

  Node make_path(const PendingName& name) {
    if (name.component_end.size() > components_of_name_max || name.key.bytes.size() > name_bytes_max_) {
      return trie_.none;
    }
    Node node = trie_.root;
    for (std::size_t i = 0; i < name.component_end.size(); ++i) {
      const Node child = make_child(node, component(name, i));
      if (child == trie_.none) {
        prune(node);
        return trie_.none;
      }
      node = child;
    }
    return node;
  }

  Node make_child(Node node, std::span<const std::uint8_t> component) {
    const std::uint32_t hash = component_hash(component);
    auto code = codes_.find(hash, component);
    if (code != codes_.none) {
      if (const Node child = trie_.child(node, code); child != trie_.none) {
        return child;
      }
    } else {
      code = codes_.insert(hash, component);
    }
    if (code == codes_.none) {
      return trie_.none;
    }
    const Node child = trie_.insert(node, code);
    if (child != trie_.none) {
      codes_.use(code);
    } else {
      codes_.erase_unused(code);
    }
    return child;
  }

  void prune(Node node) {
    trie_.prune(node, [this](std::uint32_t code) { codes_.release(code); });
  }
  /// An expired tuple goes, and the path that leads to it unless that is being used.
  struct RemovePath {
    Enpt& trie;
    Node in_use;

    void operator()(std::span<const std::uint8_t> bytes) const {
      Node node;
      std::memcpy(&node, bytes.data(), sizeof(node));
      trie.trie_.end_use(node);
      if (node != in_use) {
        trie.prune(node);
      }
    }
  };

  std::uint32_t name_bytes_max_;
  HashKey key_;
  KeyedHash hash_;
  [[no_unique_address]] Accesses accesses_;
  Codes codes_;
  NameTrie<Accesses> trie_;
  Tuples<Accesses> tuples_;
};

}  // namespace augustus::table::study
