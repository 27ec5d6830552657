// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "wire/name.hh"
#include "wire/tlv_reader.hh"

namespace augustus::manage {

/// Reads the fields of a management element by position, as ndn-cxx does: a required field that is missing or
/// misplaced makes ok() false from then on.
class FieldReader {
 public:
  explicit FieldReader(std::span<const std::uint8_t> value) : reader_(value) {}

  std::uint64_t number(std::uint32_t type);
  std::optional<std::uint64_t> optional_number(std::uint32_t type);
  std::string text(std::uint32_t type);
  std::optional<std::string> optional_text(std::uint32_t type);
  wire::Name name();
  /// The Name inside a Strategy element.
  wire::Name strategy();
  /// The value of the next element when it has this type.
  std::optional<std::span<const std::uint8_t>> optional_value(std::uint32_t type);

  bool ok() const { return ok_ && !reader_.failed(); }
  bool at_end() const { return reader_.at_end(); }

 private:
  wire::TlvReader reader_;
  bool ok_ = true;
};

/// The value of `bytes` when it is exactly one element of this type.
std::optional<std::span<const std::uint8_t>> single_element(std::span<const std::uint8_t> bytes,
                                                            std::uint32_t type);

}  // namespace augustus::manage
