// SPDX-License-Identifier: Apache-2.0
#include "face/port/ip_prefix.hh"

#include <charconv>

namespace augustus::face {

std::optional<IpPrefix> IpPrefix::parse(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = IpAddress::parse(text.substr(0, slash));
  if (!address) {
    return std::nullopt;
  }
  const auto bits = static_cast<unsigned>(address->wire().size() * 8);
  if (slash == std::string_view::npos) {
    return IpPrefix{*address, bits};
  }
  const std::string_view number = text.substr(slash + 1);
  unsigned length = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), length);
  if (error != std::errc{} || end != number.data() + number.size() || length > bits) {
    return std::nullopt;
  }
  return IpPrefix{*address, length};
}

bool IpPrefix::contains(const IpAddress& other) const {
  const auto mine = address.wire();
  const auto theirs = other.wire();
  if (mine.size() != theirs.size()) {
    return false;
  }
  for (unsigned bit = 0; bit < length; bit += 8) {
    const unsigned left = length - bit;
    const auto mask = static_cast<std::uint8_t>(left >= 8 ? 0xff : 0xff00 >> left);
    if (((mine[bit / 8] ^ theirs[bit / 8]) & mask) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace augustus::face
