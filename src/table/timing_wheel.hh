// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/checked_build.hh"
#include "base/clock.hh"
#include "base/prefetch.hh"
#include "table/pit_record.hh"
#include "table/slot_bitmap.hh"

namespace augustus::table {

/// Timers of PIT records: a hashed timing wheel (Varghese and Lauck, SOSP 1987, scheme 6) of 1 ms slots,
/// linked through the records. Setting and cancelling take constant time. A timer beyond the wheel's 8.2 s,
/// or one put off, is looked at when its slot comes and set again.
class TimingWheel {
 public:
  static constexpr unsigned slot_count = 8192;

  /// `records` is the pool that all records come from; a record's index is its `self`, below 2^31.
  explicit TimingWheel(PitRecord* records);

  /// Sets or moves the record's timer and its `expiry`; it fires at the first whole millisecond not before
  /// that.
  void schedule(PitRecord& record, TimeNs expiry, TimeNs now);

  /// Takes the record off the wheel; nothing when it is not on it.
  void cancel(PitRecord& record);

  /// Of one that is free too.
  AUGUSTUS_SEES_POISON static bool scheduled(const PitRecord& record) { return record.wheel_previous != link_none; }

  /// Calls `expired(PitRecord&)` for records whose time has come, off the wheel by then; looks at no more
  /// than `limit` records a call. The callee may schedule and cancel any record.
  template <typename Expired>
  void expire(TimeNs now, unsigned limit, Expired&& expired) {
    expire(now, limit, expired, [](const PitRecord&, bool) {});
  }
  /// The same; calls `ahead(record, false)` some records before a record's turn, when its first line has
  /// arrived, and `ahead(record, true)` later, so that what belongs to it can be asked for in time.
  template <typename Expired, typename Ahead>
  void expire(TimeNs now, unsigned limit, Expired&& expired, Ahead&& ahead) {
    if (size_ == 0) {
      return;
    }
    const std::uint64_t now_ms = now / nanoseconds_per_millisecond;
    skip_to(now_ms);
    Lookahead lookahead;
    for (unsigned looked_at = 0; looked_at < limit; ++looked_at) {
      if (!find_due(now_ms)) {
        return;
      }
      look_ahead(lookahead, ahead);
      PitRecord* const record = take_due();
      if (fires_at_ms(record->expiry) > now_ms) {
        put(*record);
      } else {
        expired(*record);
      }
    }
  }

  /// When expire has something to do, at the earliest; time_never when no timer is set.
  TimeNs next_expiry() const;

  std::uint32_t size() const { return size_; }

 private:
  friend class TimingWheelCheck;
  static constexpr std::uint32_t link_none = ~std::uint32_t{0};
  static constexpr std::uint32_t head_flag = std::uint32_t{1}
                                             << 31;  ///< wheel_previous of a slot's first record
  static constexpr std::uint64_t slot_mask = slot_count - 1;

  static std::uint64_t fires_at_ms(TimeNs expiry) {
    return expiry / nanoseconds_per_millisecond + (expiry % nanoseconds_per_millisecond != 0 ? 1 : 0);
  }
  /// The records of one slot that come next.
  struct Lookahead {
    static constexpr std::uint32_t depth = 8, near = 4;

    std::uint64_t ms = ~std::uint64_t{0};  ///< of the slot
    std::uint32_t next = link_none;        ///< not among them yet; asked for
    std::uint32_t first = 0, end = 0;      ///< counts; the latest `depth` of them are kept
    std::array<std::uint32_t, depth> records;
  };

  template <typename Ahead>
  void look_ahead(Lookahead& seen, Ahead& ahead) {
    if (seen.ms != current_ms_) {
      seen.ms = current_ms_;
      seen.next = heads_[current_ms_ & slot_mask];
      seen.first = seen.end;
    }
    // Two a turn until there are enough: each must arrive before it names the one after.
    for (unsigned i = 0; i < 2 && seen.next != link_none && seen.end - seen.first < Lookahead::depth; ++i) {
      const PitRecord& record = records_[seen.next];
      ahead(record, false);
      seen.records[seen.end++ % Lookahead::depth] = seen.next;
      seen.next = record.wheel_next;
      if (seen.next != link_none) {
        prefetch(&records_[seen.next]);
      }
    }
    if (seen.end - seen.first >= Lookahead::near) {
      ahead(records_[seen.records[(seen.first + Lookahead::near - 1) % Lookahead::depth]], true);
    }
    seen.first += seen.first != seen.end ? 1 : 0;
  }

  void skip_to(std::uint64_t now_ms);
  /// Goes to the first slot with records, if it is due.
  bool find_due(std::uint64_t now_ms);
  PitRecord* take_due();
  void put(PitRecord& record);
  std::uint64_t next_ms() const;

  PitRecord* records_;
  std::uint64_t current_ms_ = 0;  ///< no timer stands in a slot before this time
  std::uint32_t size_ = 0;
  SlotBitmap<slot_count> occupied_;
  std::array<std::uint32_t, slot_count> heads_;
};

}  // namespace augustus::table
