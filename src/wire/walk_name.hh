// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "wire/parse_packet.hh"
#include "wire/tlv_header.hh"

namespace augustus::wire {

/// True when a name component may have this type and length: types 1..65535, digests (1 and 2) of 32 bytes.
constexpr bool valid_component(std::uint32_t type, std::size_t length) {
  return type - 1 < 65535 && (type > 2 || length == 32);
}

constexpr ParseOutcome parse_outcome_of(TlvOutcome outcome) {
  return outcome == TlvOutcome::truncated ? ParseOutcome::truncated : ParseOutcome::malformed_number;
}

/// Checks the components in [at, end), the value of a Name TLV, and calls `visit(const TlvHeader&)` for each.
template <typename Visitor>
ParseOutcome walk_name(const std::uint8_t* at, const std::uint8_t* end, Visitor&& visit) {
  while (at != end) {
    TlvHeader component;
    if (const auto outcome = read_tlv_header(at, end, component); outcome != TlvOutcome::ok) [[unlikely]] {
      return *at == 0 ? ParseOutcome::malformed_name : parse_outcome_of(outcome);
    }
    if (!valid_component(component.type, component.length)) [[unlikely]] {
      return ParseOutcome::malformed_name;
    }
    visit(component);
    at = component.end();
  }
  return ParseOutcome::ok;
}

}  // namespace augustus::wire
