// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace augustus::bench {

/// Names by number, made when they are needed: of a fixed length and number of components, which share the
/// bytes evenly. Each component tells its share of the number's bits, so that names have prefixes and
/// components in common as much as they can. Different for any two numbers that are less than distinct()
/// apart; neighbours in number are not neighbours in name.
class PitNames {
 public:
  /// At least `distinct` different ones. Throws std::invalid_argument when the bytes do not suffice.
  PitNames(unsigned name_bytes, unsigned components, std::uint64_t distinct);

  unsigned name_bytes() const { return ends_.back(); }
  std::uint64_t distinct() const { return std::uint64_t{1} << bits_; }
  /// Where components end, of every name.
  std::span<const std::uint16_t> component_end() const { return ends_; }
  unsigned component_bytes_max() const;
  /// Different components that all names have together, and different prefixes that `names` pending ones
  /// have.
  std::uint64_t component_count() const;
  std::uint64_t prefix_count(std::uint64_t names) const;

  /// `to` has name_bytes().
  void write(std::uint64_t number, std::uint8_t* to) const;

 private:
  unsigned bits_ = 0;            ///< of a number
  unsigned component_bits_ = 0;  ///< that each component tells
  std::vector<std::uint16_t> ends_;
};

}  // namespace augustus::bench
