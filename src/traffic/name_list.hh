// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "wire/packet_format.hh"

namespace augustus::traffic {

/// The shape of generated names.
struct NameShape {
  wire::PacketFormat format = wire::PacketFormat::ndn;
  /// NDN: of the Name TLV's value, type and length of each component included. Compact: of the name, its
  /// separators included.
  unsigned name_bytes = 33;
  unsigned components = 4;         ///< at least 2
  std::uint32_t prefixes = 1;      ///< how many prefixes the names are spread over at random
  std::uint32_t first_prefix = 0;  ///< the number of the first: lists of different ones share none

  /// Components of a prefix: two, fewer where the names have no more.
  unsigned prefix_components() const { return components > 2 ? 2 : components - 1; }
};

/// Distinct names of one shape, all of one length, made once. The last component begins with the name's
/// number and the prefix's last one with the prefix's, four bytes each; the other bytes are drawn. A compact
/// name's last component is the number alone, as a chunk id.
class NameList {
 public:
  /// `wanted`: whether a name may be in the list; one that may not is drawn again. Throws
  /// std::invalid_argument when the shape leaves a component less than four bytes of value.
  NameList(const NameShape& shape, std::uint32_t count,
           const std::function<bool(std::span<const std::uint8_t>)>& wanted = {});

  const NameShape& shape() const { return shape_; }
  std::uint32_t count() const { return count_; }
  /// The value of the Name TLV; a compact name.
  std::span<const std::uint8_t> operator[](std::uint32_t number) const {
    return {bytes_ + std::size_t{number} * stride_, shape_.name_bytes};
  }
  void prefetch(std::uint32_t number) const { augustus::prefetch(bytes_ + std::size_t{number} * stride_); }
  /// The number of a name of this list, read back from its bytes (anything at least name_bytes long).
  std::uint32_t number_of(const std::uint8_t* name) const;
  std::vector<std::uint8_t> prefix(std::uint32_t prefix) const;
  /// Where the components of every name end.
  std::span<const std::uint16_t> component_ends() const { return ends_; }

 private:
  unsigned header_bytes() const;
  unsigned start(unsigned component) const { return component == 0 ? 0 : ends_[component - 1]; }
  unsigned value_start(unsigned component) const { return start(component) + header_bytes(); }
  void set_ends();
  void frame(std::uint8_t* name, unsigned component) const;
  void write_name(std::uint8_t* to, std::uint32_t number, std::uint64_t seed) const;
  void write_prefix(std::uint8_t* to, std::uint32_t prefix) const;

  NameShape shape_;
  std::uint32_t count_;
  std::vector<std::uint16_t> ends_;  ///< of each component
  std::size_t stride_;
  MappedMemory memory_;
  std::uint8_t* bytes_;
};

}  // namespace augustus::traffic
