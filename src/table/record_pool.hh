// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "base/checked_build.hh"
#include "base/counter.hh"
#include "base/mapped_memory.hh"

namespace augustus::table {

/// A fixed number of records of one type, named by index; addresses are stable. Freed records are reused last
/// in, first out; those never used yet are not touched. `RecordPool::none` is no record. In a checked build whoever
/// touches a record that is not in use is stopped.
template <typename Record>
class RecordPool {
  static_assert(std::is_trivially_destructible_v<Record> && std::is_trivially_copyable_v<Record>);
  static_assert(sizeof(Record) >= sizeof(std::uint32_t));

 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// `what` is in it, as MappedMemory wants to know.
  explicit RecordPool(std::uint32_t capacity, const char* what = "other records")
      : memory_(std::size_t{capacity} * sizeof(Record), what),
        records_(static_cast<Record*>(memory_.data())),
        capacity_(capacity) {
    poison(records_, std::size_t{capacity} * sizeof(Record));
  }

  /// A record with its members' default values, where they have one; none when all are in use.
  std::uint32_t allocate() {
    std::uint32_t index = free_;
    if (index != none) {
      unpoison(&records_[index], sizeof(Record));
      std::memcpy(&free_, static_cast<const void*>(&records_[index]), sizeof(free_));
    } else if (untouched_ < capacity_) {
      index = untouched_++;
      unpoison(&records_[index], sizeof(Record));
    } else {
      return none;
    }
    new (&records_[index]) Record;  // without (): what has no default value is left alone
    size_.add();
    return index;
  }

  void release(std::uint32_t index) {
    std::memcpy(static_cast<void*>(&records_[index]), &free_, sizeof(free_));
    poison(&records_[index], sizeof(Record));
    free_ = index;
    size_.set(size_.value() - 1);
  }

  bool full() const { return size() == capacity_; }
  /// In use. Any thread.
  std::uint32_t size() const { return static_cast<std::uint32_t>(size_.value()); }
  std::uint32_t capacity() const { return capacity_; }
  /// Records from this one on were never used.
  std::uint32_t touched() const { return untouched_; }
  Record& operator[](std::uint32_t index) { return records_[index]; }
  const Record& operator[](std::uint32_t index) const { return records_[index]; }
  Record* data() const { return records_; }
  PageKind pages() const { return memory_.pages(); }
  /// Whether all records but those never used are in use or in the list of free ones. Walks through that.
  AUGUSTUS_SEES_POISON bool adds_up() const {
    std::uint32_t count = size();
    for (std::uint32_t index = free_; index != none && count <= untouched_; ++count) {
      if (index >= untouched_) {
        return false;
      }
      index = *reinterpret_cast<const std::uint32_t*>(&records_[index]);
    }
    return count == untouched_;
  }

 private:
  MappedMemory memory_;
  Record* records_;
  std::uint32_t capacity_;
  std::uint32_t untouched_ = 0;  ///< this one and all after it were never used
  std::uint32_t free_ = none;    ///< stack of freed records, linked through their first bytes
  Counter size_;
};

}  // namespace augustus::table
