// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/face_id.hh"
#include "table/record_pool.hh"

namespace augustus::table {

/// The in-records (or out-records) of one PIT record: the first few within it, where face_id_none marks an
/// unused one, the rest a list in a pool.
template <typename Record>
class FaceRecords {
 public:
  FaceRecords(std::span<Record> first, std::uint32_t& list, RecordPool<Record>& pool)
      : first_(first), list_(list), pool_(pool) {}

  Record* find(FaceId face) {
    unsigned listed = 0;
    return find(face, listed);
  }

  /// The face's record, made if need be; nullptr when the pool is full or `listed_max` are in the list.
  Record* insert(FaceId face, unsigned listed_max) {
    unsigned listed = 0;
    if (Record* const found = find(face, listed)) {
      return found;
    }
    for (Record& record : first_) {
      if (record.face == face_id_none) {
        record.face = face;
        return &record;
      }
    }
    const std::uint32_t index = listed < listed_max ? pool_.allocate() : pool_.none;
    if (index == pool_.none) {
      return nullptr;
    }
    Record& record = pool_[index];
    record.face = face;
    record.next = list_;
    list_ = index;
    return &record;
  }

  void erase(FaceId face) {
    for (Record& record : first_) {
      if (record.face == face) {
        record = Record{};
        return;
      }
    }
    for (std::uint32_t* link = &list_; *link != pool_.none; link = &pool_[*link].next) {
      const std::uint32_t index = *link;
      if (pool_[index].face == face) {
        *link = pool_[index].next;
        pool_.release(index);
        return;
      }
    }
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
      pool_.release(index);
    }
  }

 private:
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
};

}  // namespace augustus::table
