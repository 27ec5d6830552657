// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace augustus::manage {

/// The work that may be done in one go, before others have their turn. A unit is a prefix with few routes and next hops to
/// look at; one with many counts as several, so that few prefixes of very many hold nobody up either.
class Turn {
 public:
  static constexpr std::size_t hops_of_unit = 64;

  explicit Turn(std::size_t units) : units_(units) {}

  bool over() const { return spent_ >= units_; }
  std::size_t left() const { return units_ - std::min(units_, spent_); }
  /// May be more than there were: what has been begun is finished.
  std::size_t spent() const { return spent_; }
  /// A prefix was worked on, and so many routes and next hops were looked at for it.
  void spend(std::size_t hops) { spent_ += 1 + hops / hops_of_unit; }
  /// Others did a part of it.
  void spend(const Turn& part) { spent_ += part.spent(); }

 private:
  std::size_t units_;
  std::size_t spent_ = 0;
};

}  // namespace augustus::manage
