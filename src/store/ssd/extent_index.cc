// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/extent_index.hh"

#include <algorithm>
#include <bit>

#include "store/ssd/batch_key.hh"

namespace augustus::store {
namespace {

/// Extents looked at for one victim.
constexpr unsigned sample_size = 16;
constexpr unsigned extents_looked_at_max = 256;
constexpr std::uint32_t blocks_max = 1u << 7;
static_assert(frame_bytes_for_batch(32) <= blocks_max * block_bytes);

/// Data that an item stands for: a prefix is but a note.
std::uint64_t data_in(std::uint64_t key, std::uint32_t mask) {
  return is_prefix_key(key) ? 0 : static_cast<std::uint64_t>(std::popcount(mask));
}

}  // namespace

ExtentIndex::ExtentIndex(std::uint32_t extents, std::uint32_t extras_max, Replacement replacement)
    : extents_(extents),
      extras_max_(extras_max),
      extra_buckets_(std::max(extras_max, 1u)),
      replacement_(replacement),
      heads_memory_(std::size_t{extents} * sizeof(std::uint32_t)),
      records_memory_(std::size_t{extents} * sizeof(Record)),
      extras_memory_((std::size_t{extras_max} + 1) * sizeof(Extra)),
      extra_heads_memory_(std::size_t{extra_buckets_} * sizeof(std::uint32_t)),
      heads_(static_cast<std::uint32_t*>(heads_memory_.data())),
      records_(static_cast<Record*>(records_memory_.data())),
      extras_(static_cast<Extra*>(extras_memory_.data())),
      extra_heads_(static_cast<std::uint32_t*>(extra_heads_memory_.data())) {}

ExtentIndex::Key ExtentIndex::key(std::uint32_t node) const {
  return is_extra(node) ? key_of(extras_[node - extents_].key_low, extras_[node - extents_].key_high)
                        : key_of(records_[node].key_low, records_[node].key_high);
}

std::uint32_t& ExtentIndex::mask(std::uint32_t node) {
  return is_extra(node) ? extras_[node - extents_].mask : records_[node].mask;
}

std::uint32_t& ExtentIndex::chain(std::uint32_t node) {
  return is_extra(node) ? extras_[node - extents_].chain : records_[node].chain;
}

std::uint32_t ExtentIndex::find(Key wanted, std::uint32_t wanted_mask) const {
  for (std::uint32_t node = heads_[bucket(wanted)] - 1; node != none; node = chain(node)) {
    const std::uint32_t has = is_extra(node) ? extras_[node - extents_].mask : records_[node].mask;
    if ((has & wanted_mask) != 0 && key(node) == wanted) {
      return extent_of(node);
    }
  }
  return extent_none;
}

std::uint32_t ExtentIndex::allocate() {
  std::uint32_t extent = free_;
  if (extent != none) {
    free_ = records_[extent].older;
    if (free_ != none) {
      records_[free_].newer = none;
    }
  } else if (touched_ < extents_) {
    extent = touched_++;
  } else {
    extent = victim();
    if (extent == none) {
      return extent_none;
    }
    hold(extent);
    forget_extent(extent);
    ++replaced_;
  }
  records_[extent] = Record{.mask = 0, .chain = none, .older = none, .newer = none, .flags = flag_held};
  return extent;
}

bool ExtentIndex::take(std::uint32_t extent) {
  if (extent >= extents_ || (extent < touched_ && (records_[extent].flags & flag_free) == 0)) {
    return false;
  }
  for (; touched_ <= extent; ++touched_) {
    records_[touched_] = Record{.chain = none, .older = free_, .newer = none, .flags = flag_free};
    if (free_ != none) {
      records_[free_].newer = touched_;
    }
    free_ = touched_;
  }
  Record& record = records_[extent];
  (record.newer == none ? free_ : records_[record.newer].older) = record.older;
  if (record.older != none) {
    records_[record.older].newer = record.newer;
  }
  record = Record{.mask = 0, .chain = none, .older = none, .newer = none, .flags = flag_held};
  return true;
}

unsigned ExtentIndex::assign(std::uint32_t extent, std::span<const disk::ExtentItem> items,
                             std::uint32_t written_blocks) {
  std::uint64_t wanted = 0;
  for (const auto& item : items) {
    wanted += data_in(item.key, item.mask);
    forget(item.key, item.mask);
  }
  const std::uint64_t kept = segments_;
  for (const auto& item : items) {
    add(extent, item.key, item.mask);
  }
  set_blocks(extent, written_blocks);
  return static_cast<unsigned>(wanted - (segments_ - kept));
}

void ExtentIndex::add(std::uint32_t extent, Key item_key, std::uint32_t item_mask) {
  forget(item_key, item_mask);
  Record& record = records_[extent];
  const auto low = static_cast<std::uint32_t>(item_key);
  const auto high = static_cast<std::uint16_t>(item_key >> 32);
  if (record.mask == 0) {
    record.key_low = low;
    record.key_high = high;
    record.mask = item_mask;
    link(extent);
  } else {
    std::uint32_t extra = extras_free_;
    if (extra != none) {
      extras_free_ = extras_[extra].next;
    } else if (extras_touched_ < extras_max_) {
      extra = extras_touched_++;
    } else {
      return;
    }
    extras_[extra] = Extra{.key_low = low,
                           .mask = item_mask,
                           .chain = none,
                           .next = extras_bucket(extent) - 1,
                           .extent = extent,
                           .key_high = high,
                           .spare = 0};
    extras_bucket(extent) = extra + 1;
    record.has_extras = 1;
    link(extents_ + extra);
  }
  segments_ += data_in(item_key, item_mask);
  if (!occupied(extent)) {
    record.flags |= flag_occupied;
    ++in_use_;
    blocks_ += blocks(extent);
    push_newest(extent);
  }
}

void ExtentIndex::set_blocks(std::uint32_t extent, std::uint32_t written) {
  if (occupied(extent)) {
    blocks_ += written;
    blocks_ -= blocks(extent);
  }
  records_[extent].blocks = static_cast<std::uint8_t>(written - 1) & (blocks_max - 1);
}

void ExtentIndex::forget(Key wanted, std::uint32_t wanted_mask) {
  std::uint32_t node = heads_[bucket(wanted)] - 1;
  while (node != none) {
    const std::uint32_t next = chain(node);
    std::uint32_t& has = mask(node);
    const std::uint32_t gone = has & wanted_mask;
    if (gone != 0 && key(node) == wanted) {
      segments_ -= data_in(wanted, gone);
      has &= ~wanted_mask;
      if (has == 0) {
        const std::uint32_t extent = extent_of(node);
        unlink(node);
        if (is_extra(node)) {
          drop_extra(node - extents_);
        }
        free_if_empty(extent);
      }
    }
    node = next;
  }
}

void ExtentIndex::forget_extent(std::uint32_t extent) {
  Record& record = records_[extent];
  if (record.mask != 0) {
    segments_ -= data_in(key(extent), record.mask);
    unlink(extent);
    record.mask = 0;
  }
  while (record.has_extras != 0) {
    const std::uint32_t extra = next_extra_of(extent, first_extra(extent));
    segments_ -= data_in(key(extents_ + extra), extras_[extra].mask);
    unlink(extents_ + extra);
    drop_extra(extra);
  }
  free_if_empty(extent);
}

void ExtentIndex::drop_extra(std::uint32_t extra) {
  const std::uint32_t extent = extras_[extra].extent;
  std::uint32_t& head = extras_bucket(extent);
  if (head == extra + 1) {
    head = extras_[extra].next + 1;
  } else {
    std::uint32_t at = head - 1;
    while (extras_[at].next != extra) {
      at = extras_[at].next;
    }
    extras_[at].next = extras_[extra].next;
  }
  records_[extent].has_extras = next_extra_of(extent, head - 1) != none ? 1 : 0;
  extras_[extra].next = extras_free_;
  extras_free_ = extra;
}

void ExtentIndex::free_if_empty(std::uint32_t extent) {
  Record& record = records_[extent];
  if (!empty(extent)) {
    return;
  }
  if (occupied(extent)) {
    unlink_order(extent);
    record.flags &= static_cast<std::uint8_t>(~flag_occupied);
    --in_use_;
    blocks_ -= blocks(extent);
  }
  if (!held(extent) && (record.flags & flag_free) == 0) {
    record.flags |= flag_free;
    record.older = free_;
    record.newer = none;
    if (free_ != none) {
      records_[free_].newer = extent;
    }
    free_ = extent;
  }
}

void ExtentIndex::release(std::uint32_t extent) {
  records_[extent].flags &= static_cast<std::uint8_t>(~flag_held);
  free_if_empty(extent);
}

void ExtentIndex::link(std::uint32_t node) {
  std::uint32_t& head = heads_[bucket(key(node))];
  chain(node) = head - 1;
  head = node + 1;
}

void ExtentIndex::unlink(std::uint32_t node) {
  std::uint32_t& head = heads_[bucket(key(node))];
  if (head == node + 1) {
    head = chain(node) + 1;
    return;
  }
  std::uint32_t at = head - 1;
  while (chain(at) != node) {
    at = chain(at);
  }
  chain(at) = static_cast<const ExtentIndex*>(this)->chain(node);
}

void ExtentIndex::push_newest(std::uint32_t extent) {
  Record& record = records_[extent];
  record.older = newest_;
  record.newer = none;
  (newest_ == none ? oldest_ : records_[newest_].newer) = extent;
  newest_ = extent;
}

void ExtentIndex::unlink_order(std::uint32_t extent) {
  const Record& record = records_[extent];
  (record.older == none ? oldest_ : records_[record.older].newer) = record.newer;
  (record.newer == none ? newest_ : records_[record.newer].older) = record.older;
}

void ExtentIndex::touch(std::uint32_t extent) {
  if (!occupied(extent)) {
    return;
  }
  if (replacement_ == Replacement::lru && extent != newest_) {
    unlink_order(extent);
    push_newest(extent);
  } else if (replacement_ == Replacement::lfu) {
    // The count is a logarithm, about: the more uses, the rarer one counts.
    std::uint8_t& flags = records_[extent].flags;
    const unsigned uses = flags >> uses_shift;
    if (uses < uses_max && random() % (uses + 1) == 0) {
      flags = static_cast<std::uint8_t>(flags + (1u << uses_shift));
    }
  }
}

std::uint32_t ExtentIndex::random() {
  random_ ^= random_ >> 12;
  random_ ^= random_ << 25;
  random_ ^= random_ >> 27;
  return static_cast<std::uint32_t>((random_ * 0x2545f4914f6cdd1d) >> 32);
}

std::uint32_t ExtentIndex::victim() {
  if (replacement_ == Replacement::lfu || replacement_ == Replacement::random) {
    if (const std::uint32_t sampled = sampled_victim(replacement_ == Replacement::lfu); sampled != none) {
      return sampled;
    }
  }
  std::uint32_t extent = oldest_;
  for (unsigned i = 0; i < extents_looked_at_max && extent != none && held(extent); ++i) {
    extent = records_[extent].newer;
  }
  return extent == none || held(extent) ? none : extent;
}

std::uint32_t ExtentIndex::sampled_victim(bool least_used) {
  std::uint32_t chosen = none;
  unsigned sampled = 0;
  for (unsigned i = 0; i < extents_looked_at_max && sampled < (least_used ? sample_size : 1); ++i) {
    const std::uint32_t extent = random() % touched_;
    if (!occupied(extent) || held(extent)) {
      continue;
    }
    ++sampled;
    if (chosen == none || records_[extent].flags >> uses_shift < records_[chosen].flags >> uses_shift) {
      chosen = extent;
    }
  }
  return chosen;
}

std::uint64_t ExtentIndex::bytes() const {
  return std::uint64_t{extents_} * (sizeof(std::uint32_t) + sizeof(Record)) +
         std::uint64_t{extras_touched_} * sizeof(Extra) + std::uint64_t{extra_buckets_} * sizeof(std::uint32_t);
}

}  // namespace augustus::store
