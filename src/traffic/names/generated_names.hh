// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "traffic/names/name_source.hh"
#include "traffic/names/number_order.hh"
#include "wire/name.hh"

namespace augustus::traffic {

/// A base, the number of a prefix where there are several, fillers, the number of an object:
/// /BASE/<prefix>/xxxx/<object>. Numbers have a fixed width, base 32 in digits and letters.
struct GeneratedShape {
  std::vector<wire::Name> bases;  ///< at least one
  std::uint64_t prefixes = 1;     ///< below each base
  std::uint64_t objects = 1ull << 32;
  unsigned components = 0;    ///< of a whole name; 0: as few as there are
  unsigned name_bytes = 0;    ///< of all components with their types and lengths; 0: as short as they can be
  unsigned object_bytes = 0;  ///< of the object's component, without type and length; 0: as name_bytes has it
};

/// Names of one shape. Which prefix an object is below follows from the object's number, unless prefixes
/// have an order of their own.
class GeneratedNames final : public NameSource {
 public:
  /// Throws std::invalid_argument when no name has that shape.
  GeneratedNames(GeneratedShape shape, NumberOrder objects,
                 std::optional<NumberOrder> prefixes = std::nullopt);

  std::span<const std::uint8_t> next() override;

  /// The name of an object below a prefix (0 up to prefix_count() - 1).
  std::span<const std::uint8_t> name(std::uint64_t prefix, std::uint64_t object);
  std::uint64_t prefix_count() const { return shape_.bases.size() * shape_.prefixes; }
  /// What all names of that prefix begin with.
  wire::Name prefix(std::uint64_t number) const;

 private:
  void check_shape() const;
  std::uint8_t* write_base(std::uint8_t* at, std::uint64_t prefix) const;

  GeneratedShape shape_;
  NumberOrder objects_;
  std::optional<NumberOrder> prefixes_;
  unsigned prefix_digits_;
  unsigned object_digits_;
  std::vector<std::uint8_t> name_;
};

}  // namespace augustus::traffic
