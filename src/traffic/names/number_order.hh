// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "traffic/names/random.hh"
#include "traffic/names/zipf.hh"

namespace augustus::traffic {

enum class Order : std::uint8_t { sequential, random, zipf };

/// Which of `count` things is asked for next.
class NumberOrder {
 public:
  /// Sequential begins at a place drawn from `seed` unless it is given, and goes round. Throws
  /// std::invalid_argument.
  NumberOrder(Order order, std::uint64_t count, double alpha, std::uint64_t seed,
              std::optional<std::uint64_t> first = std::nullopt)
      : order_(order), count_(count), random_(seed), zipf_(count, order == Order::zipf ? alpha : 0) {
    next_ = first ? *first % count : random_.below(count);
  }

  /// In 0..count-1; of a Zipf distribution 0 is the most popular.
  std::uint64_t next() {
    switch (order_) {
      case Order::random:
        return random_.below(count_);
      case Order::zipf:
        return zipf_.draw(random_) - 1;
      default:
        break;
    }
    const std::uint64_t number = next_;
    next_ = next_ + 1 == count_ ? 0 : next_ + 1;
    return number;
  }

  std::uint64_t count() const { return count_; }

 private:
  Order order_;
  std::uint64_t count_;
  Random random_;
  Zipf zipf_;
  std::uint64_t next_;
};

}  // namespace augustus::traffic
