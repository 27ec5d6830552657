// SPDX-License-Identifier: Apache-2.0
#include "table/name_prefixes.hh"

#include <cstddef>

namespace augustus::table {
namespace {

/// Bytes of the TLV number at the start of `bytes` and its value; 0 bytes when it does not fit.
struct Number {
  std::size_t bytes;
  std::uint64_t value;
};

Number read_number(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) {
    return {0, 0};
  }
  const std::uint8_t first = bytes[0];
  if (first < 253) {
    return {1, first};
  }
  const std::size_t width = std::size_t{1} << (first - 252);
  if (bytes.size() < 1 + width) {
    return {0, 0};
  }
  std::uint64_t value = 0;
  for (std::size_t i = 1; i <= width; ++i) {
    value = value << 8 | bytes[i];
  }
  return {1 + width, value};
}

/// Bytes of the component TLV at the start of `bytes`; 0 when it is not well formed.
std::size_t component_bytes(std::span<const std::uint8_t> bytes) {
  const Number type = read_number(bytes);
  if (type.bytes == 0) {
    return 0;
  }
  const Number length = read_number(bytes.subspan(type.bytes));
  const std::size_t header = type.bytes + length.bytes;
  return length.bytes == 0 || length.value > bytes.size() - header ? 0 : header + length.value;
}

}  // namespace

SplitName::SplitName(const KeyedHash& hash, std::span<const std::uint8_t> name_value) : value(name_value) {
  prefix_hash[0] = hash.empty();
  std::size_t offset = 0;
  while (offset < value.size() && count < wire::prefix_components_max) {
    const auto rest = value.subspan(offset);
    const std::size_t bytes = component_bytes(rest);
    if (bytes == 0 || offset + bytes > 0xffff) {
      return;
    }
    prefix_hash[count + 1] = hash.extend(prefix_hash[count], rest.first(bytes));
    offset += bytes;
    end[count] = static_cast<std::uint16_t>(offset);
    ++count;
  }
  whole = offset == value.size();
}

}  // namespace augustus::table
