// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traffic/names/name_file.hh"
#include "traffic/names/name_source.hh"
#include "traffic/names/number_order.hh"

namespace augustus::traffic {

/// The names of a file in some order; the most popular of a Zipf distribution is the first.
class ListedNames final : public NameSource {
 public:
  ListedNames(NameFile file, NumberOrder order) : file_(std::move(file)), order_(std::move(order)) {}

  std::span<const std::uint8_t> next() override { return file_[order_.next()]; }

 private:
  NameFile file_;
  NumberOrder order_;
};

/// A trace, once, from its first line to its last.
class TracedNames final : public NameSource {
 public:
  /// `speed`: how many times faster than it was recorded; 0: without its times.
  TracedNames(NameFile file, double speed) : file_(std::move(file)), speed_(speed) {}

  std::span<const std::uint8_t> next() override {
    return next_ < file_.size() ? file_[next_++] : std::span<const std::uint8_t>{};
  }
  std::optional<TimeNs> due() const override {
    if (speed_ == 0 || next_ >= file_.size()) {
      return std::nullopt;
    }
    return static_cast<TimeNs>(static_cast<double>(file_.time(next_)) / speed_);
  }

 private:
  NameFile file_;
  double speed_;
  std::size_t next_ = 0;
};

}  // namespace augustus::traffic
