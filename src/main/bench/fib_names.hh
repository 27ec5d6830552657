// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace augustus::bench {

/// Prefixes by number, and names below them, made when they are needed: a hundred million of them have no
/// room beside the FIB. The components of a prefix share its bytes evenly; what they hold looks random, but
/// for the last, which begins with the number.
class FibNames {
 public:
  static constexpr std::size_t bytes_max = 4096;  ///< of any name
  /// Bytes of the longest name, or prefix of any depth.
  static std::size_t name_bytes(unsigned prefix_bytes, unsigned name_components);

  /// Prefix i has depths[i % depths.size()] components. Throws std::invalid_argument when `prefix_bytes`
  /// leave a component less than four bytes of value.
  FibNames(unsigned prefix_bytes, std::vector<unsigned> depths, unsigned name_components);

  unsigned depth(std::uint32_t number) const { return depths_[number % depths_.size()]; }
  /// The value of the Name TLV; returns its length. `to` has name_bytes.
  std::size_t write_prefix(std::uint32_t number, std::uint8_t* to) const {
    return write(number, depth(number), prefix_bytes_, to);
  }
  /// A name of name_components below the prefix.
  std::size_t write_name(std::uint32_t number, std::uint8_t* to) const;
  /// A prefix of any depth, of as many bytes as the others or more.
  std::size_t write_of_depth(std::uint32_t number, unsigned depth, std::uint8_t* to) const;

 private:
  static std::size_t write(std::uint32_t number, unsigned depth, unsigned bytes, std::uint8_t* to);

  unsigned prefix_bytes_;
  std::vector<unsigned> depths_;
  unsigned name_components_;
};

}  // namespace augustus::bench
