// SPDX-License-Identifier: Apache-2.0
#include "traffic/pending_prefixes.hh"

#include <algorithm>
#include <string_view>

namespace augustus::traffic {
namespace {

/// Names of the list have letters there: never this.
constexpr std::string_view marker{"\x08\x0cPENDING-", 10};
constexpr unsigned prefix_number_bytes = 4;
/// Longer than any run.
constexpr std::uint32_t lifetime_ms = 24 * 3600 * 1000;

}  // namespace

PendingPrefixes::PendingPrefixes(const NameList& names, std::uint32_t count)
    : names_(names), count_(count), interest_(PacketTemplate::interest(name(0).size(), true, lifetime_ms)) {}

std::vector<std::uint8_t> PendingPrefixes::name(std::uint32_t number) const {
  auto bytes = names_.prefix(number % names_.shape().prefixes);
  bytes.insert(bytes.end(), marker.begin(), marker.end());
  for (unsigned i = 0; i < prefix_number_bytes; ++i) {
    bytes.push_back(static_cast<std::uint8_t>('A' + (number >> 4 * i) % 16));
  }
  return bytes;
}

void PendingPrefixes::write_next(std::uint8_t* to, std::uint32_t nonce) {
  interest_.write(to, name(next_++), 0, nonce);
}

bool PendingPrefixes::owns(std::span<const std::uint8_t> packet) const {
  if (packet.size() != interest_.size() - interest_.link_bytes()) {
    return false;
  }
  const auto at = packet.subspan(interest_.name_offset() + names_.prefix(0).size(), marker.size());
  return std::equal(at.begin(), at.end(), marker.begin(),
                    [](std::uint8_t byte, char letter) { return byte == static_cast<std::uint8_t>(letter); });
}

}  // namespace augustus::traffic
