// SPDX-License-Identifier: Apache-2.0
#include "store/prefix_index.hh"

#include <algorithm>
#include <bit>

namespace augustus::store {

using table::entry_none;

PrefixIndex::PrefixIndex(std::uint32_t nodes_max, const KeyedHash& hash, const table::NameTable& names)
    : hash_(hash),
      names_(names),
      nodes_max_(std::max(nodes_max, root + chain_max)),
      bucket_mask_(std::bit_ceil(nodes_max_) - 1),
      nodes_memory_((std::size_t{nodes_max_} + 1) * sizeof(Item)),
      buckets_memory_((std::size_t{bucket_mask_} + 1) * sizeof(Node)),
      nodes_(static_cast<Item*>(nodes_memory_.data())),
      buckets_(static_cast<Node*>(buckets_memory_.data())) {
  nodes_[root] = Item{.entry = entry_none};
}

PrefixIndex::Node PrefixIndex::add(table::EntryIndex entry) {
  if (!has_room()) {
    return none;
  }
  const table::SplitName name(hash_, names_.name(entry));
  const auto prefixes = name.prefixes();
  unsigned components = name.count;
  Node node = none;
  while ((node = find(prefixes.hash[components], name.value.first(prefixes.length(components)),
                      components)) == none) {
    --components;
  }
  while (components < name.count) {
    ++components;
    node = make(prefixes.hash[components], prefixes.length(components),
                static_cast<std::uint16_t>(components), node);
  }
  if (!name.whole) {
    const auto bytes = static_cast<std::uint16_t>(name.value.size());
    node = make(prefixes.hash[components], bytes, leaf_below_32, node);
  }
  nodes_[node].entry = entry;
  return node;
}

void PrefixIndex::remove(Node node) {
  nodes_[node].entry = entry_none;
  while (node != root && nodes_[node].entry == entry_none && nodes_[node].child == none) {
    const Node parent = nodes_[node].parent;
    release(node);
    node = parent;
  }
}

PrefixIndex::Node PrefixIndex::find(std::uint64_t hash, std::span<const std::uint8_t> prefix,
                                    unsigned components) const {
  if (components == 0) {
    return root;
  }
  Node node = bucket(tag(hash));
  for (; node != none; node = nodes_[node].chain) {
    const Item& item = nodes_[node];
    if (item.tag == tag(hash) && item.components == components && item.bytes == prefix.size() &&
        std::ranges::equal(some_name_below(node).first(item.bytes), prefix)) {
      break;
    }
  }
  return node;
}

PrefixIndex::Node PrefixIndex::next(Node node, Node top) const {
  if (nodes_[node].child != none) {
    return nodes_[node].child;
  }
  while (node != top && nodes_[node].next == none) {
    node = nodes_[node].parent;
  }
  return node == top ? none : nodes_[node].next;
}

std::span<const std::uint8_t> PrefixIndex::some_name_below(Node node) const {
  while (nodes_[node].entry == entry_none) {
    node = nodes_[node].child;
  }
  return names_.name(nodes_[node].entry);
}

PrefixIndex::Node PrefixIndex::make(std::uint64_t hash, std::uint16_t bytes, std::uint16_t components,
                                    Node parent) {
  Node node = free_;
  if (node != none) {
    free_ = nodes_[node].chain;
    --freed_;
  } else {
    node = touched_++;
  }
  Node& head = bucket(tag(hash));
  const Node sibling = nodes_[parent].child;
  nodes_[node] = Item{.tag = tag(hash),
                      .chain = head,
                      .parent = parent,
                      .child = none,
                      .next = sibling,
                      .previous = none,
                      .entry = entry_none,
                      .bytes = bytes,
                      .components = components};
  if (sibling != none) {
    nodes_[sibling].previous = node;
  }
  nodes_[parent].child = node;
  head = node;
  return node;
}

void PrefixIndex::release(Node node) {
  const Item& item = nodes_[node];
  (item.previous == none ? nodes_[item.parent].child : nodes_[item.previous].next) = item.next;
  if (item.next != none) {
    nodes_[item.next].previous = item.previous;
  }
  Node* link = &bucket(item.tag);
  while (*link != node) {
    link = &nodes_[*link].chain;
  }
  *link = item.chain;
  nodes_[node].chain = free_;
  free_ = node;
  ++freed_;
}

}  // namespace augustus::store
