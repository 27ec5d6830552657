// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/counter.hh"
#include "base/hash_key.hh"
#include "base/prefetch.hh"

namespace augustus {

/// What a pool that strangers draw from tells of itself. Units are the pool's own: slots, records, bytes, buffers.
struct PoolFigures {
  std::uint64_t capacity = 0;
  std::uint64_t in_use = 0;
  std::uint64_t largest = 0;  ///< units that the largest holder has
  std::uint64_t refused = 0;  ///< requests that the rule, or a full pool, turned away
};

/// The one rule for every pool that a stranger can draw from. It says who may take how much of the pool, so that
/// nobody takes it all:
/// - A holder may take more while it holds less than `multiple` times what is still free (dynamic thresholds:
///   Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998). A single holder thus stops at
///   multiple / (multiple + 1) of the pool.
/// - Holders that come one after the other can still take all of it, each its part of what the ones before left. So
///   the pool's owner keeps `headroom` units free: where short_by() says that some are missing, the largest holder
///   gives way. The owner does that at a moment when nothing refers to a unit, between bursts.
/// - The last `reserve` units are for local holders: programs on this machine.
///
/// Holders are told apart by 12 bits of a hash with a secret, so that a stranger can neither choose whose part he
/// shares nor make the table grow. Two holders whose hashes are equal share one part.
///
/// Used by one thread, or under the lock of the pool's owner; figures() may be called by any thread.
class PoolShares {
 public:
  /// Names a holder's part. What stands for a unit that was taken keeps it, to give the unit back.
  using Holder = std::uint16_t;
  /// Holders are below this.
  static constexpr std::size_t holders_end = std::size_t{1} << 12;

  struct Rule {
    std::uint32_t capacity = 0;  ///< units in the pool
    std::uint32_t reserve = 0;   ///< of these, the units that only local holders may take
    std::uint32_t headroom = 0;  ///< units beside the reserve that the owner keeps free
    std::uint32_t multiple = 8;  ///< how many times what is free one holder may have

    // The numbers of each kind of pool (docs/security.md, "Pools").

    /// A partition's table: headroom for a whole burst, if that is no more than a 16th. One that is too small for
    /// headroom or reserve is shared by the first rule alone.
    static constexpr Rule for_table(std::uint32_t capacity) {
      constexpr std::uint32_t burst = 64, least = 256;
      if (capacity < least) {
        return {.capacity = capacity};
      }
      return {.capacity = capacity,
              .reserve = capacity / 64,
              .headroom = std::max(capacity / 64, std::min(capacity / 16, burst))};
    }
    /// Faces, or connections. A single holder stops at half.
    static constexpr Rule for_faces(std::uint32_t capacity) {
      return {.capacity = capacity, .reserve = capacity / 16, .headroom = capacity / 16, .multiple = 1};
    }
    /// Packet buffers that wait, or packets that wait in them. A single holder stops at two thirds.
    static constexpr Rule for_buffers(std::uint32_t capacity) {
      return {.capacity = capacity, .reserve = capacity / 16, .headroom = capacity / 8, .multiple = 2};
    }
    /// What commands make and what stays until it is withdrawn: prefixes, routes, strategy choices. Nobody gives way.
    static constexpr Rule for_lasting(std::uint32_t capacity) {
      return {.capacity = capacity, .reserve = capacity / 16};
    }
    /// Questions to management that wait for their answer; local holders are the administrators. A single other one
    /// stops at half of what is left to them. Nobody gives way.
    static constexpr Rule for_questions(std::uint32_t capacity) {
      return {.capacity = capacity, .reserve = capacity / 4, .multiple = 1};
    }
  };

  /// With a secret of its own. Throws std::runtime_error where the system has none to give.
  explicit PoolShares(const Rule& rule) : PoolShares(rule, HashKey::random().words[0]) {}
  /// A pool whose holders are those of another one: holder_of() of one holds for both.
  PoolShares(const Rule& rule, const PoolShares& other) : rule_(rule), multiplier_(other.multiplier_) {}
  /// `secret`: the same for all pools whose holders are the same.
  PoolShares(const Rule& rule, std::uint64_t secret) : rule_(rule), multiplier_(secret | 1) {}

  /// The holder that a key names: a FaceId, an address, or several of these mixed into one number.
  Holder holder_of(std::uint64_t key) const {
    const std::uint64_t mixed = (key ^ (key >> 32)) * multiplier_;
    return static_cast<Holder>((mixed ^ (mixed >> 29)) * 0x9e3779b97f4a7c15u >> (64 - index_bits));
  }

  /// Whether the holder may take so many units more. Changes nothing, counts nothing.
  [[gnu::always_inline]] bool may_take(Holder holder, bool is_local, std::uint32_t units = 1) const {
    const std::int64_t left = std::int64_t{rule_.capacity} - in_use() - (is_local ? 0 : rule_.reserve);
    return std::int64_t{units} <= left && held(holder) < left * rule_.multiple;
  }

  /// Takes them if the holder may; otherwise counts a refusal.
  bool take(Holder holder, bool is_local, std::uint32_t units = 1) {
    if (!may_take(holder, is_local, units)) {
      refused_.add();
      return false;
    }
    add(holder, units);
    return true;
  }

  /// Takes them where may_take() has been asked.
  void add(Holder holder, std::uint32_t units = 1) {
    set_held(holder, held(holder) + units);
    in_use_.add(units);
  }

  /// The holder gives back what it took.
  [[gnu::always_inline]] void give_back(Holder holder, std::uint32_t units = 1) {
    set_held(holder, held(holder) - units);
    in_use_.set(in_use_.value() - units);
  }

  /// Counts a request that was turned away elsewhere, as where the pool itself was found full.
  void count_refusal() { refused_.add(); }

  /// Requests that were turned away. Any thread; without the look at all parts that figures() takes.
  std::uint64_t refused() const { return refused_.value(); }

  void prefetch(Holder holder) const { augustus::prefetch(&held_[holder]); }
  std::uint32_t held(Holder holder) const { return held_[holder].load(std::memory_order_relaxed); }
  std::uint32_t capacity() const { return rule_.capacity; }
  std::uint32_t reserve() const { return rule_.reserve; }
  std::uint32_t in_use() const { return static_cast<std::uint32_t>(in_use_.value()); }
  /// None where more was added than there is.
  std::uint32_t free() const { return rule_.capacity - std::min(rule_.capacity, in_use()); }

  /// Units that have to be freed for the headroom to be there.
  std::uint32_t short_by() const {
    const std::uint32_t wanted = rule_.reserve + rule_.headroom;
    return wanted - std::min(wanted, free());
  }

  /// Who has most: it gives way where something must. Looks at every part (4096): not for each packet.
  Holder largest() const {
    Holder largest = 0;
    for (unsigned holder = 1; holder < held_.size(); ++holder) {
      if (held(static_cast<Holder>(holder)) > held(largest)) {
        largest = static_cast<Holder>(holder);
      }
    }
    return largest;
  }

  /// Any thread; `largest` may be of a moment ago.
  PoolFigures figures() const {
    return {.capacity = rule_.capacity,
            .in_use = in_use_.value(),
            .largest = in_use() == 0 ? 0 : held(largest()),
            .refused = refused_.value()};
  }

 private:
  static constexpr unsigned index_bits = std::countr_zero(holders_end);

  void set_held(Holder holder, std::uint32_t units) { held_[holder].store(units, std::memory_order_relaxed); }

  Rule rule_;
  std::uint64_t multiplier_;
  std::array<std::atomic<std::uint32_t>, holders_end> held_{};
  Counter in_use_;
  Counter refused_;
};

}  // namespace augustus
