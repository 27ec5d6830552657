// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/face_id.hh"
#include "base/pool_shares.hh"
#include "table/record_pool.hh"

namespace augustus::table {

/// The in-records (or out-records) of one PIT record: the first few within it, where face_id_none marks an
/// unused one, the rest a list in a pool, the newest first. `HolderOf`: PoolShares::Holder(FaceId), whose part of the
/// pool the Face's record is in.
template <typename Record, typename HolderOf>
class FaceRecords {
 public:
  FaceRecords(std::span<Record> first, std::uint32_t& list, RecordPool<Record>& pool, PoolShares& shares,
              HolderOf holder_of)
      : first_(first), list_(list), pool_(pool), shares_(shares), holder_of_(holder_of) {}

  Record* find(FaceId face) {
    unsigned listed = 0;
    return find(face, listed);
  }

  /// The face's record, made if need be; nullptr when the pool is full, or its rule is against it, or `is_crowded`:
  /// `listed_max` are in the list.
  Record* insert(FaceId face, unsigned listed_max, bool is_local, bool& is_crowded) {
    unsigned listed = 0;
    if (Record* const found = find(face, listed)) {
      return found;
    }
    return add(face, listed, listed_max, is_local, is_crowded);
  }

  /// The same for a face that is known to have none, where `listed` are in the list.
  Record* add(FaceId face, unsigned listed, unsigned listed_max, bool is_local, bool& is_crowded) {
    for (Record& record : first_) {
      if (record.face == face_id_none) {
        record.face = face;
        return &record;
      }
    }
    is_crowded = listed >= listed_max;
    return is_crowded || !shares_.take(holder_of_(face), is_local) ? nullptr : &add_listed(face);
  }

  /// A record of a face that has none, which takes the room of the listed one behind `before`, or of the first listed
  /// (nullptr). nullptr: the pool's rule is against it, and nothing has changed.
  Record* replace(Record* before, FaceId face, bool is_local) {
    std::uint32_t& link = before != nullptr ? before->next : list_;
    const std::uint32_t index = link;
    const auto holder = holder_of_(pool_[index].face);
    shares_.give_back(holder);
    if (!shares_.take(holder_of_(face), is_local)) {
      shares_.add(holder);
      return nullptr;
    }
    link = pool_[index].next;
    pool_.release(index);
    return &add_listed(face);
  }

  void erase(FaceId face) {
    for (Record& record : first_) {
      if (record.face == face) {
        record = Record{};
        return;
      }
    }
    erase_listed(face);
  }

  void clear() {
    for (Record& record : first_) {
      if (record.face != face_id_none) {
        record = Record{};
      }
    }
    clear_list();
  }

  /// Frees those in the pool.
  void clear_list() {
    while (list_ != pool_.none) {
      const std::uint32_t index = list_;
      list_ = pool_[index].next;
      release(index);
    }
  }

  /// Frees those in the pool whose holders have `part` of it or more.
  void erase_largest(std::uint32_t part) {
    for (std::uint32_t* link = &list_; *link != pool_.none;) {
      const std::uint32_t index = *link;
      if (shares_.held(holder_of_(pool_[index].face)) < part) {
        link = &pool_[index].next;
        continue;
      }
      *link = pool_[index].next;
      release(index);
    }
  }

 private:
  /// One more at the list's head, which the pool has room for and which its holder has taken.
  Record& add_listed(FaceId face) {
    const std::uint32_t index = pool_.allocate();
    Record& record = pool_[index];
    record.face = face;
    record.next = list_;
    list_ = index;
    return record;
  }

  void erase_listed(FaceId face) {
    for (std::uint32_t* link = &list_; *link != pool_.none; link = &pool_[*link].next) {
      const std::uint32_t index = *link;
      if (pool_[index].face == face) {
        *link = pool_[index].next;
        release(index);
        return;
      }
    }
  }

  void release(std::uint32_t index) {
    shares_.give_back(holder_of_(pool_[index].face));
    pool_.release(index);
  }

  Record* find(FaceId face, unsigned& listed) {
    for (Record& record : first_) {
      if (record.face == face) {
        return &record;
      }
    }
    for (std::uint32_t index = list_; index != pool_.none; index = pool_[index].next, ++listed) {
      if (pool_[index].face == face) {
        return &pool_[index];
      }
    }
    return nullptr;
  }

  std::span<Record> first_;
  std::uint32_t& list_;
  RecordPool<Record>& pool_;
  PoolShares& shares_;
  HolderOf holder_of_;
};

}  // namespace augustus::table
