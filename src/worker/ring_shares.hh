// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/hash_key.hh"

namespace augustus::worker {

/// What one thread may put into the ring of another that is behind, shared out by who sends: the fuller the ring, the less one
/// address may hand over within one turn, so that who sends much is refused before who sends little. The last quarter is for
/// programs of this machine. Senders are told apart by 12 bits of a hash with a secret. Used by the sending thread.
class RingShares {
 public:
  RingShares() : turns_(std::size_t{1} << index_bits), secret_(HashKey::random().words[0] | 1) {}

  /// True while the ring is empty enough for all that comes.
  static bool has_ample_room(std::uint32_t room, std::uint32_t capacity) {
    return std::uint64_t{room} * 4 >= std::uint64_t{capacity} * 3;
  }

  /// Whether one more of this sender (FaceAttributeTable::holder_key_of) may go into a ring of `capacity` messages that has
  /// room for `room`; counts it if so.
  bool take(std::uint64_t sender, bool is_local, std::uint32_t room, std::uint32_t capacity) {
    const std::uint32_t left = is_local ? room : room - std::min(room, capacity / 4);
    OfTurn& used = turns_[((sender ^ (sender >> 32)) * secret_) >> (64 - index_bits)];
    if (used.turn != turn_) {
      used = {.turn = turn_, .messages = 0};
    }
    const std::uint64_t allowed = std::uint64_t{left} * messages_per_turn / capacity;
    if (left == 0 || (used.messages != 0 && used.messages >= allowed)) {
      return false;
    }
    ++used.messages;
    return true;
  }

  void next_turn() { ++turn_; }

 private:
  static constexpr unsigned index_bits = 12;
  /// Of one sender, were the ring empty.
  static constexpr std::uint64_t messages_per_turn = 64;

  struct OfTurn {
    std::uint32_t turn = 0;
    std::uint32_t messages = 0;
  };

  std::vector<OfTurn> turns_;  ///< a page is used once a ring is behind
  std::uint64_t secret_;
  std::uint32_t turn_ = 1;
};

}  // namespace augustus::worker
