// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/tlv_header.hh"
#include "wire/tlv_type.hh"

namespace augustus::wire {

template <typename Visitor>
void visit_hint(std::span<const std::uint8_t> interest, const PacketView& view, Visitor&& visit) {
  if (!view.has_forwarding_hint) {
    return;
  }
  const std::uint8_t* at = interest.data() + view.hint_offset;
  const std::uint8_t* const end = at + view.hint_length;
  TlvHeader hint;
  if (read_tlv_header(at, end, hint) != TlvOutcome::ok) {
    return;
  }
  at = hint.value;
  TlvHeader element;
  while (at != end && read_tlv_header(at, end, element) == TlvOutcome::ok) {
    if (element.type == tlv_type::name && visit(element.bytes())) {
      return;
    }
    at = element.end();
  }
}

}  // namespace augustus::wire
