// SPDX-License-Identifier: Apache-2.0
#include "table/name_prefixes.hh"

#include <algorithm>

#include "wire/parse_packet.hh"
#include "wire/tlv_header.hh"

namespace augustus::table {

SplitName::SplitName(const KeyedHash& hash, std::span<const std::uint8_t> name_value) : value(name_value) {
  const std::uint8_t* const first = value.data();
  const std::uint8_t* const last = first + value.size();
  const std::uint8_t* at = first;
  prefix_hash[0] = hash.empty();
  while (at != last && count < wire::prefix_components_max) {
    wire::TlvHeader component;
    if (wire::read_tlv_header(at, last, component) != wire::TlvOutcome::ok ||
        component.end() - first > UINT16_MAX) {
      return;
    }
    prefix_hash[count + 1] = hash.extend(prefix_hash[count], {at, component.end()});
    at = component.end();
    end[count++] = static_cast<std::uint16_t>(at - first);
  }
  whole = at == last;
}

SplitName::SplitName(const KeyedHash& hash, wire::PacketFormat format, std::span<const std::uint8_t> name,
                     std::span<const std::uint16_t> ends)
    : value(name) {
  prefix_hash[0] = wire::empty_name_hash(hash, format);
  std::size_t start = 0;
  for (const std::uint16_t component_end : ends.first(std::min<std::size_t>(ends.size(), end.size()))) {
    prefix_hash[count + 1] = hash.extend(prefix_hash[count], name.subspan(start, component_end - start));
    end[count++] = component_end;
    start = component_end;
  }
  whole = start == name.size();
}

}  // namespace augustus::table
