// SPDX-License-Identifier: Apache-2.0
#include "face/port/mac_address.hh"

#include <fmt/format.h>

#include <charconv>

namespace augustus::face {

std::optional<MacAddress> MacAddress::parse(std::string_view text) {
  MacAddress address;
  for (std::size_t i = 0; i < address.bytes.size(); ++i) {
    if (i != 0) {
      if (text.empty() || text.front() != ':') {
        return std::nullopt;
      }
      text.remove_prefix(1);
    }
    const char* first = text.data();
    const char* last = first + std::min<std::size_t>(text.size(), 2);
    const auto [end, error] = std::from_chars(first, last, address.bytes[i], 16);
    if (error != std::errc{}) {
      return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - first));
  }
  return text.empty() ? std::optional(address) : std::nullopt;
}

std::string MacAddress::text() const {
  return fmt::format("{:02x}", fmt::join(bytes, ":"));
}

std::uint64_t MacAddress::number() const {
  std::uint64_t number = 0;
  for (const std::uint8_t byte : bytes) {
    number = number << 8 | byte;
  }
  return number;
}

}  // namespace augustus::face
