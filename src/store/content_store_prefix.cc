// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "store/content_store.hh"
#include "wire/compact_codec.hh"

// What ContentStore knows about names below a prefix.

namespace augustus::store {
namespace {

/// Data indexed by one prefix lookup, about: a quarter to half a millisecond.
constexpr std::uint64_t indexed_at_once = 1024;
/// Names and Data looked at for one prefix lookup.
constexpr unsigned visited_max = 256;
constexpr unsigned digests_max = 16;

}  // namespace

rte_mbuf* ContentStore::lookup_prefix(const wire::PacketView& view, const std::uint8_t* packet,
                                      unsigned components, const Wanted& wanted, TimeNs now) {
  if (!serve_ || size() == 0 || components > view.prefix_count()) {
    return nullptr;
  }
  const std::span prefix(packet + view.name_offset, view.prefix_length(components));
  const std::uint64_t hash = view.prefix_hash[components];
  // Many consumers set CanBePrefix on full names.
  const table::EntryIndex exact = index_.find({hash, prefix});
  if (exact != table::entry_none) {
    if (rte_mbuf* found = lookup(exact, wanted, now); found != nullptr) {
      return found;
    }
  }
  index_recent(indexed_at_once);
  const PrefixIndex::Node top = prefixes_.find(hash, prefix, components);
  return top == PrefixIndex::none ? nullptr : find_below(top, wanted, now);
}

rte_mbuf* ContentStore::find_below(PrefixIndex::Node top, const Wanted& wanted, TimeNs now) {
  PrefixIndex::Node node = top;
  unsigned digests = 0;
  for (unsigned i = 0; i < visited_max && node != PrefixIndex::none; ++i, node = prefixes_.next(node, top)) {
    const table::EntryIndex entry = prefixes_.entry(node);
    if (entry == table::entry_none) {
      continue;
    }
    const SegmentId id = find(entry);
    if (id != segment_none && satisfies(frames_.segment(id), wanted, now)) {
      return serve(id);
    }
    if (wanted.digest != nullptr && ++digests == digests_max) {
      break;
    }
  }
  return nullptr;
}

void ContentStore::index_recent(std::uint64_t limit) {
  if (frames_.unindexed() == 0) {
    return;
  }
  // Back to the oldest frame within the limit, then forward: a node's newest child comes first.
  std::uint64_t found = frames_.frame(frames_.newest()).unindexed;
  std::uint32_t first = frames_.newest();
  for (std::uint32_t frame = frames_.frame(first).older; frame != frame_none && found < frames_.unindexed();
       frame = frames_.frame(frame).older) {
    found += frames_.frame(frame).unindexed;
    if (found > limit) {
      break;
    }
    first = frame;
  }
  for (std::uint32_t frame = first; frame != frame_none; frame = frames_.frame(frame).newer) {
    if (frames_.frame(frame).unindexed != 0) {
      index_frame(frame);
    }
  }
}

void ContentStore::index_frame(std::uint32_t frame) {
  frames_.for_each_live(frame, [this](SegmentId id) {
    Segment& segment = frames_.segment(id);
    if (segment.index_node == PrefixIndex::none && segment.is_ndn()) {
      segment.index_node = prefixes_.add(segment.entry);
      if (segment.index_node != PrefixIndex::none) {
        frames_.count_unindexed(frames_.frame_of(id), -1);
      }
    }
    return prefixes_.has_room();
  });
}

bool ContentStore::index_all() {
  index_recent(~std::uint64_t{0});
  return frames_.unindexed() == 0;
}

/// Calls visit(SegmentId) for Data below the prefix until it returns false. The index answers when it knows
/// all Data and the prefix is one it can know; else every Data is looked at.
template <typename Visit>
void ContentStore::for_each_below(const StoredName& prefix, Visit&& visit) const {
  const table::SplitName split(hash_, prefix.bytes);
  if (prefix.is_ndn() && frames_.unindexed() == 0 && split.whole) {
    const auto top = prefixes_.find(split.prefix_hash[split.count], prefix.bytes, split.count);
    for (auto node = top; node != PrefixIndex::none; node = prefixes_.next(node, top)) {
      const table::EntryIndex entry = prefixes_.entry(node);
      if (entry != table::entry_none && !visit(find(entry))) {
        return;
      }
    }
    return;
  }
  for (SegmentId id = order_.oldest(); id != segment_none; id = frames_.segment(id).newer) {
    if (is_below(frames_.segment(id), prefix) && !visit(id)) {
      return;
    }
  }
}

bool ContentStore::is_below(const Segment& segment, const StoredName& prefix) const {
  const auto format = static_cast<wire::PacketFormat>(segment.format);
  const std::span name = index_.name(segment.entry);
  if (format != prefix.format || prefix.is_ndn()) {
    return format == prefix.format && store::is_below(name, prefix);
  }
  wire::PacketView view;
  return wire::parse_compact({segment.data(), segment.length}, format, view) == wire::ParseOutcome::ok &&
         store::is_below({name, view}, prefix);
}

std::uint32_t ContentStore::erase(const StoredName& prefix, std::uint32_t limit) {
  constexpr std::uint32_t together = 64;
  static_cast<void>(index_.may_release());
  index_all();
  std::uint32_t erased = 0;
  SegmentId found[together];
  std::uint32_t count = 0;
  do {
    // Erasing changes the tree that is walked: take some, then erase them.
    const std::uint32_t wanted = std::min(together, limit - erased);
    count = 0;
    for_each_below(prefix, [&](SegmentId id) {
      if (count < wanted) {
        found[count++] = id;
      }
      return count < wanted;
    });
    for (std::uint32_t i = 0; i < count; ++i) {
      const table::EntryIndex entry = frames_.segment(found[i]).entry;
      remove(found[i]);
      index_.release_if_unused(entry);
    }
    erased += count;
  } while (count == together && erased < limit);
  return erased;
}

bool ContentStore::has_any_below(const StoredName& prefix) const {
  bool any = false;
  for_each_below(prefix, [&any](SegmentId) {
    any = true;
    return false;
  });
  return any;
}

}  // namespace augustus::store
