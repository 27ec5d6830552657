// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/record_pool.hh"
#include "table/same_bytes.hh"
#include "table/study/pending_entry.hh"

namespace augustus::table::study {

/// Entries of a fixed number of bytes: what the structure links them with (`Links`), the tuple, the name.
/// Indices are stable. Freed entries are reused last in, first out; others are not touched before they are
/// used.
template <typename Links>
class EntryPool {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  explicit EntryPool(const PendingSizes& sizes)
      : capacity_(sizes.entries_max),
        name_bytes_max_(sizes.name_bytes_max),
        stride_((header_bytes + sizes.name_bytes_max + alignof(Header) - 1) / alignof(Header) *
                alignof(Header)),
        memory_(std::size_t{capacity_} * stride_, "pending entries"),
        start_(static_cast<std::uint8_t*>(memory_.data())),
        extra_(sizes.extra_faces_max, "pending faces") {}

  bool fits(std::span<const std::uint8_t> name) const { return name.size() <= name_bytes_max_; }

  /// An entry without content; none when all are in use.
  std::uint32_t allocate() {
    std::uint32_t index = free_;
    if (index != none) {
      std::memcpy(&free_, at(index), sizeof(free_));
    } else if (untouched_ < capacity_) {
      index = untouched_++;
    } else {
      return none;
    }
    ++size_;
    return index;
  }

  void release(std::uint32_t index) {
    release_extra(entry(index));
    std::memcpy(at(index), &free_, sizeof(free_));
    free_ = index;
    --size_;
  }

  /// Gives an allocated entry its content; what Faces it had are the caller's to release.
  void fill(std::uint32_t index, const PendingInterest& interest, TimeMs now) {
    const std::span<const std::uint8_t> name = interest.name.key.bytes;
    new (&entry(index)) PendingEntry{.expiry = now + interest.lifetime,
                                     .nonce = interest.nonce,
                                     .face = interest.face,
                                     .name_length = static_cast<std::uint16_t>(name.size())};
    if (!name.empty()) {
      std::memcpy(at(index) + header_bytes, name.data(), name.size());
    }
  }

  /// A pending name is asked for once more (section II, update).
  InterestOutcome update(std::uint32_t index, const PendingInterest& interest) {
    PendingEntry& first = entry(index);
    std::uint32_t* nonce = nullptr;
    if (first.nonce == interest.nonce) {
      return InterestOutcome::loop;
    }
    nonce = first.face == interest.face ? &first.nonce : nullptr;
    unsigned faces = 1;
    for (std::uint32_t at = first.more; at != ExtraFace::none; at = extra_[at].next, ++faces) {
      if (extra_[at].nonce == interest.nonce) {
        return InterestOutcome::loop;
      }
      nonce = extra_[at].face == interest.face ? &extra_[at].nonce : nonce;
    }
    if (nonce != nullptr) {
      *nonce = interest.nonce;
      return InterestOutcome::repeated;
    }
    const std::uint32_t added = faces < FaceList::size_max ? extra_.allocate() : extra_.none;
    if (added == extra_.none) {
      return InterestOutcome::full;
    }
    extra_[added] = {.nonce = interest.nonce, .next = first.more, .face = interest.face};
    first.more = added;
    return InterestOutcome::aggregated;
  }

  void add_faces(std::uint32_t index, FaceList& faces) const {
    const PendingEntry& first = entry(index);
    faces.add(first.face);
    for (std::uint32_t at = first.more; at != ExtraFace::none; at = extra_[at].next) {
      faces.add(extra_[at].face);
    }
  }

  void release_extra(PendingEntry& of) {
    while (of.more != ExtraFace::none) {
      const std::uint32_t index = of.more;
      of.more = extra_[index].next;
      extra_.release(index);
    }
  }

  bool expired(std::uint32_t index, TimeMs now) const { return has_come(entry(index).expiry, now); }
  bool has_name(std::uint32_t index, std::span<const std::uint8_t> name) const {
    return entry(index).name_length == name.size() && same_bytes(name_data(index), name.data(), name.size());
  }
  std::span<const std::uint8_t> name(std::uint32_t index) const {
    return {name_data(index), entry(index).name_length};
  }
  Links& links(std::uint32_t index) { return header(index).links; }
  const Links& links(std::uint32_t index) const { return header(index).links; }
  PendingEntry& entry(std::uint32_t index) { return header(index).entry; }
  const PendingEntry& entry(std::uint32_t index) const { return header(index).entry; }

  /// The lines that an entry with a name of this length stands in.
  void prefetch(std::uint32_t index, std::size_t name_bytes) const {
    const std::uint8_t* const first = at(index);
    augustus::prefetch(first);
    constexpr std::uintptr_t line = 64;
    const std::uintptr_t last = reinterpret_cast<std::uintptr_t>(first) + header_bytes + name_bytes - 1;
    if (last / line != reinterpret_cast<std::uintptr_t>(first) / line) {
      augustus::prefetch(reinterpret_cast<const void*>(last));
    }
  }

  std::uint32_t size() const { return size_; }
  std::uint64_t memory_bytes() const {
    return std::uint64_t{capacity_} * stride_ + std::uint64_t{extra_.capacity()} * sizeof(ExtraFace);
  }

 private:
  struct Header {
    [[no_unique_address]] Links links;
    PendingEntry entry;
  };
  static constexpr std::size_t header_bytes = sizeof(Header);

  std::uint8_t* at(std::uint32_t index) const { return start_ + std::size_t{index} * stride_; }
  const std::uint8_t* name_data(std::uint32_t index) const { return at(index) + header_bytes; }
  Header& header(std::uint32_t index) { return *reinterpret_cast<Header*>(at(index)); }
  const Header& header(std::uint32_t index) const { return *reinterpret_cast<const Header*>(at(index)); }

  std::uint32_t capacity_;
  std::uint32_t name_bytes_max_;
  std::size_t stride_;
  MappedMemory memory_;
  std::uint8_t* start_;
  RecordPool<ExtraFace> extra_;
  std::uint32_t free_ = none;  ///< stack of freed entries, linked through their first bytes
  std::uint32_t untouched_ = 0;
  std::uint32_t size_ = 0;
};

/// For a structure that needs no links.
struct NoLinks {};

}  // namespace augustus::table::study
