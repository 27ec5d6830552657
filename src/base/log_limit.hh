// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.hh"

namespace augustus {

/// Keeps what others can bring about from filling the log: some lines a second, the rest counted. One thread.
class LogLimit {
 public:
  explicit LogLimit(unsigned lines_per_second) : lines_max_(lines_per_second) {}

  /// Whether a line may be written now: if so, how many were kept back since the last one.
  std::optional<std::uint64_t> admit(TimeNs now) {
    if (now - second_began_ >= nanoseconds_per_second) {
      second_began_ = now;
      lines_ = 0;
    }
    if (lines_ == lines_max_) {
      ++kept_back_;
      return std::nullopt;
    }
    ++lines_;
    const std::uint64_t kept_back = kept_back_;
    kept_back_ = 0;
    return kept_back;
  }

 private:
  unsigned lines_max_;
  unsigned lines_ = 0;
  TimeNs second_began_ = 0;
  std::uint64_t kept_back_ = 0;
};

}  // namespace augustus
