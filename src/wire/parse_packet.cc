// SPDX-License-Identifier: Apache-2.0
#include "wire/parse_packet.hh"

#include <array>

#include "base/packet_limit.hh"
#include "wire/name.hh"
#include "wire/parse_fields.hh"
#include "wire/tlv_type.hh"
#include "wire/walk_name.hh"

namespace augustus::wire {

std::string_view parse_outcome_name(ParseOutcome outcome) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(ParseOutcome::count)> names{
      "ok",
      "truncated",
      "trailing_bytes",
      "oversized",
      "malformed_number",
      "unknown_packet_type",
      "unknown_critical",
      "malformed_name",
      "empty_name",
      "missing_name",
      "malformed_field",
      "hop_limit_zero",
      "missing_signature"};
  const auto index = static_cast<std::size_t>(outcome);
  return index < names.size() ? names[index] : "unknown";
}

ParseOutcome parse_name_element(const std::uint8_t* begin, const std::uint8_t* at, const std::uint8_t* end,
                                PacketView& view, NameShape& shape) {
  if (at == end) {
    return ParseOutcome::missing_name;
  }
  TlvHeader name;
  if (const auto outcome = read_tlv_header(at, end, name); outcome != TlvOutcome::ok) {
    return parse_outcome_of(outcome);
  }
  if (name.type != tlv_type::name) {
    return ParseOutcome::missing_name;
  }
  unsigned count = 0;
  const auto take = [&](std::uint32_t type, const std::uint8_t* component_end) {
    if (count < prefix_components_max) [[likely]] {
      view.component_end[count] = offset16(name.value, component_end);
    }
    ++count;
    shape.last_type = type;
  };
  const std::uint8_t* component = name.value;
  // Components of a type that is not a digest's, type and length in one byte each: nearly all there are.
  while (name.end() - component >= 2 && component[0] > component_type::parameters_digest &&
         component[0] < 253 && component[1] < 253 && component[1] <= name.end() - component - 2) {
    const std::uint8_t* const next = component + 2 + component[1];
    take(component[0], next);
    component = next;
  }
  const auto outcome = walk_name(component, name.end(), [&](const TlvHeader& other) {
    take(other.type, other.end());
    shape.parameters_digests += other.type == component_type::parameters_digest ? 1 : 0;
  });
  shape.end = name.end();
  view.name_offset = offset16(begin, name.value);
  view.name_length = static_cast<std::uint16_t>(name.length);
  view.component_count = static_cast<std::uint16_t>(count);
  return outcome;
}

ParseOutcome parse_packet(std::span<const std::uint8_t> packet, PacketView& view) {
  if (packet.size() > packet_bytes_max) {
    return ParseOutcome::oversized;
  }
  const std::uint8_t* const begin = packet.data();
  const std::uint8_t* const end = begin + packet.size();
  TlvHeader outer;
  if (const auto outcome = read_tlv_header(begin, end, outer); outcome != TlvOutcome::ok) {
    return parse_outcome_of(outcome);
  }
  if (outer.type != tlv_type::interest && outer.type != tlv_type::data) {
    return ParseOutcome::unknown_packet_type;
  }
  if (outer.end() != end) {
    return ParseOutcome::trailing_bytes;
  }
  clear_fields(view);
  view.format = PacketFormat::ndn;
  view.packet_length = static_cast<std::uint16_t>(packet.size());
  return outer.type == tlv_type::interest ? parse_interest(begin, outer.value, end, view)
                                          : parse_data(begin, outer.value, end, view);
}

void hash_name(const KeyedHash& hash, const std::uint8_t* packet, PacketView& view) {
  const std::uint8_t* const name = packet + view.name_offset;
  const unsigned prefixes = view.prefix_count();
  std::uint64_t value = empty_name_hash(hash, view.format);
  view.prefix_hash[0] = value;
  const std::uint8_t* at = name;
  for (unsigned i = 0; i < prefixes; ++i) {
    const std::uint8_t* const end = name + view.component_end[i];
    value = hash.extend(value, {at, end});
    view.prefix_hash[i + 1] = value;
    at = end;
  }
  if (view.key_components() <= prefixes) {
    view.name_hash = view.prefix_hash[view.key_components()];
    return;
  }
  const std::uint8_t* const key_end = name + view.key_length();
  while (at != key_end) {
    TlvHeader component;
    if (read_tlv_header(at, key_end, component) != TlvOutcome::ok) {
      break;
    }
    value = hash.extend(value, {at, component.end()});
    at = component.end();
  }
  view.name_hash = value;
}

}  // namespace augustus::wire
