// SPDX-License-Identifier: Apache-2.0
#include "table/name_prefixes.hh"

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

}  // namespace augustus::table
