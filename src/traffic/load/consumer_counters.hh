// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/counter.hh"

namespace augustus::traffic {

enum class ConsumerCount : std::uint8_t {
  interests,  ///< sent
  satisfied,  ///< of them, by Data; an exchange each
  joined,     ///< names drawn while an Interest for them was under way: not sent, as a PIT would have it
  lost,       ///< without an answer when their lifetime had passed
  nack_congestion,
  nack_duplicate,
  nack_no_route,
  nack_other,
  data,              ///< received that was asked for
  content_bytes,     ///< of it
  altered,           ///< of it, with content that is not what its name stands for
  wrong_token,       ///< of it, with another PIT token than its Interest had
  reordered,         ///< of it, after Data whose Interest was sent later
  congestion_marks,  ///< of it
  duplicated,        ///< Data whose Interest had been answered
  late,              ///< Data whose Interest had been given up
  unexpected,        ///< packets that nobody asked for
  malformed,
  missed,  ///< Interests that were due while the generator could not send
  count
};

std::string_view consumer_count_name(ConsumerCount count);

using ConsumerCounts = std::array<std::uint64_t, static_cast<std::size_t>(ConsumerCount::count)>;

/// Written by one thread, read by any.
class ConsumerCounters {
 public:
  void add(ConsumerCount which, std::uint64_t amount = 1) {
    counters_[static_cast<std::size_t>(which)].add(amount);
  }
  void set(ConsumerCount which, std::uint64_t value) {
    counters_[static_cast<std::size_t>(which)].set(value);
  }
  std::uint64_t operator[](ConsumerCount which) const {
    return counters_[static_cast<std::size_t>(which)].value();
  }
  ConsumerCounts read() const {
    ConsumerCounts values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = counters_[i].value();
    }
    return values;
  }

 private:
  std::array<Counter, static_cast<std::size_t>(ConsumerCount::count)> counters_;
};

}  // namespace augustus::traffic
