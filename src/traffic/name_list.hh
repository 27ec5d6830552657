// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "wire/name.hh"

namespace augustus::traffic {

/// The shape of generated names.
struct NameShape {
  unsigned name_bytes = 33;    ///< of the Name TLV's value, type and length of each component included
  unsigned components = 4;     ///< at least 2
  std::uint32_t prefixes = 1;  ///< how many prefixes the names are spread over at random

  /// Components of a prefix: two, fewer where the names have no more.
  unsigned prefix_components() const { return components > 2 ? 2 : components - 1; }
};

/// Distinct names of one shape, all of one length, made once. The last component begins with the name's
/// number and the prefix's last one with the prefix's, four bytes each; the other bytes are drawn.
class NameList {
 public:
  /// Throws std::invalid_argument when the shape leaves a component less than four bytes of value.
  NameList(const NameShape& shape, std::uint32_t count);

  const NameShape& shape() const { return shape_; }
  std::uint32_t count() const { return count_; }
  /// The value of the Name TLV.
  std::span<const std::uint8_t> operator[](std::uint32_t number) const {
    return {bytes_ + std::size_t{number} * stride_, shape_.name_bytes};
  }
  void prefetch(std::uint32_t number) const { augustus::prefetch(bytes_ + std::size_t{number} * stride_); }
  /// The number of a name of this list, read back from its bytes (anything at least name_bytes long).
  std::uint32_t number_of(const std::uint8_t* name) const;
  std::vector<std::uint8_t> prefix(std::uint32_t prefix) const;

 private:
  void write_prefix(std::uint8_t* to, std::uint32_t prefix) const;

  NameShape shape_;
  std::uint32_t count_;
  std::vector<unsigned> starts_;  ///< of each component's TLV; the last: the end
  std::size_t stride_;
  MappedMemory memory_;
  std::uint8_t* bytes_;
};

}  // namespace augustus::traffic
