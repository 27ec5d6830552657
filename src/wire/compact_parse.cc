// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "base/packet_limit.hh"
#include "wire/compact_layout.hh"
#include "wire/parse_fields.hh"

namespace augustus::wire {
namespace {

static_assert(std::endian::native == std::endian::little, "load_be16 swaps");

/// Component ends from `count` offsets of `Width` bytes.
template <std::size_t Width>
ParseOutcome read_ends(const std::uint8_t* offsets, unsigned count, std::uint32_t offset_to_end,
                       PacketView& view) {
  constexpr unsigned last = prefix_components_max - 1;
  std::uint32_t previous = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t end =
        (Width == 1 ? offsets[i] : std::uint32_t{load_be16(offsets + 2 * i)}) + offset_to_end;
    if (end <= previous || end > view.name_length) {
      return ParseOutcome::malformed_name;
    }
    view.component_end[i < last ? i : last] = static_cast<std::uint16_t>(end);
    previous = end;
  }
  if (previous != view.name_length) {
    view.component_end[count < last ? count : last] = view.name_length;
    ++count;
  }
  view.component_count = static_cast<std::uint16_t>(count <= last ? count : prefix_components_max);
  return ParseOutcome::ok;
}

/// A number of 1 to 8 bytes, most significant first.
bool read_any_number(std::span<const std::uint8_t> value, std::uint64_t& number) {
  number = 0;
  for (const std::uint8_t byte : value) {
    number = number << 8 | byte;
  }
  return !value.empty() && value.size() <= 8;
}

ParseOutcome read_tlv(std::uint16_t type, std::span<const std::uint8_t> value, const std::uint8_t* begin,
                      PacketView& view) {
  std::uint64_t number = 0;
  switch (type) {
    case compact_tlv::nonce:
      if (value.size() != 4) {
        return ParseOutcome::malformed_field;
      }
      view.has_nonce = view.kind == PacketKind::interest;
      view.nonce_offset = offset16(begin, value.data());
      view.nonce = load_be32(value.data());
      return ParseOutcome::ok;
    case compact_tlv::lifetime:
      if (!read_any_number(value, number)) {
        return ParseOutcome::malformed_field;
      }
      view.lifetime_ms = clip32(number);
      return ParseOutcome::ok;
    case compact_tlv::data_lifetime:
      if (!read_any_number(value, number)) {
        return ParseOutcome::malformed_field;
      }
      view.freshness_ms = clip32(std::uint64_t{clip32(number)} * 1000);
      return ParseOutcome::ok;
    default:
      return ParseOutcome::ok;
  }
}

/// The TLVs in [at, end), which fill it exactly.
ParseOutcome read_tlvs(const std::uint8_t* at, const std::uint8_t* end, const std::uint8_t* begin,
                       PacketView& view) {
  while (at != end) {
    if (end - at < static_cast<std::ptrdiff_t>(compact_tlv_header_bytes)) {
      return ParseOutcome::truncated;
    }
    const std::size_t length = load_be16(at + 2);
    const std::uint8_t* const value = at + compact_tlv_header_bytes;
    if (length > static_cast<std::size_t>(end - value)) {
      return ParseOutcome::truncated;
    }
    if (const auto outcome = read_tlv(load_be16(at), {value, length}, begin, view);
        outcome != ParseOutcome::ok) {
      return outcome;
    }
    at = value + length;
  }
  return ParseOutcome::ok;
}

/// `at`: the TLV behind the name. Sets the component ends and moves `at` behind the TLV.
ParseOutcome read_offsets(const std::uint8_t*& at, const std::uint8_t* end, const CompactLayout& layout,
                          PacketView& view) {
  if (end - at < static_cast<std::ptrdiff_t>(compact_tlv_header_bytes)) {
    return at == end ? ParseOutcome::malformed_name : ParseOutcome::truncated;
  }
  const std::uint16_t type = load_be16(at);
  const unsigned length = load_be16(at + 2);
  const std::uint8_t* const value = at + compact_tlv_header_bytes;
  if (length > static_cast<std::size_t>(end - value)) {
    return ParseOutcome::truncated;
  }
  at = value + length;
  if (type == compact_tlv::offsets_2 && length % 2 == 0) {
    return read_ends<2>(value, length / 2, layout.offset_to_end, view);
  }
  if (type == compact_tlv::offsets_1 && layout.offset_to_end == 0) {
    return read_ends<1>(value, length, 0, view);
  }
  return ParseOutcome::malformed_name;
}

template <const CompactLayout& Layout>
ParseOutcome parse(std::span<const std::uint8_t> packet, PacketView& view) {
  const std::uint8_t* const begin = packet.data();
  if (packet.size() < Layout.name) {
    return ParseOutcome::truncated;
  }
  const std::size_t length = load_be16(begin + compact_length_offset);
  if (length != packet.size()) {
    return length > packet.size() ? ParseOutcome::truncated : ParseOutcome::trailing_bytes;
  }
  if (begin[compact_kind_offset] > 1) {
    return ParseOutcome::unknown_packet_type;
  }
  const std::uint8_t* const end = begin + length;
  const std::size_t header_length = load_be16(begin + Layout.header_length);
  const std::size_t name_length = load_be16(begin + Layout.name_length);
  if (header_length > length || name_length > length - Layout.name) {
    return ParseOutcome::truncated;
  }
  if (name_length == 0) {
    return ParseOutcome::empty_name;
  }
  clear_fields(view);
  view.kind = begin[compact_kind_offset] == 0 ? PacketKind::interest : PacketKind::data;
  view.packet_length = static_cast<std::uint16_t>(length);
  view.name_offset = static_cast<std::uint16_t>(Layout.name);
  view.name_length = static_cast<std::uint16_t>(name_length);
  const std::uint8_t* at = begin + Layout.name + name_length;
  if (const auto outcome = read_offsets(at, end, Layout, view); outcome != ParseOutcome::ok) {
    return outcome;
  }
  // A header length that counts the fixed fields alone, as some senders have it, says nothing of more TLVs.
  if (begin + header_length > at) {
    if (const auto outcome = read_tlvs(at, begin + header_length, begin, view); outcome != ParseOutcome::ok) {
      return outcome;
    }
  }
  if (view.kind == PacketKind::interest) {
    view.has_hop_limit = true;
    view.hop_limit = begin[compact_hop_limit_offset];
    view.hop_limit_offset = compact_hop_limit_offset;
    if (view.hop_limit == 0) {
      return ParseOutcome::hop_limit_zero;
    }
  }
  return ParseOutcome::ok;
}

}  // namespace

ParseOutcome parse_compact(std::span<const std::uint8_t> packet, PacketFormat format, PacketView& view) {
  if (packet.size() > packet_bytes_max) {
    return ParseOutcome::oversized;
  }
  view.format = format;
  if (format == PacketFormat::compact_2016) {
    if (!packet.empty() && packet[0] != 0) {
      return ParseOutcome::unknown_packet_type;
    }
    return parse<layout_2016>(packet, view);
  }
  if (packet.size() >= draft_layout.name) {
    if (packet[0] > draft_version_max) {
      return ParseOutcome::unknown_packet_type;
    }
    if (load_be16(packet.data() + compact_message_length_offset) > packet.size() - draft_layout.name_length) {
      return ParseOutcome::truncated;
    }
  }
  return parse<draft_layout>(packet, view);
}

CompactTail compact_tail(std::span<const std::uint8_t> packet, const PacketView& view) {
  const auto& layout = view.format == PacketFormat::compact_2016 ? layout_2016 : draft_layout;
  const std::size_t offsets = std::size_t{view.name_offset} + view.name_length;
  const std::size_t tlvs = offsets + compact_tlv_header_bytes + load_be16(packet.data() + offsets + 2);
  const std::size_t header_length = load_be16(packet.data() + layout.header_length);
  const std::size_t payload = header_length > tlvs ? header_length : tlvs;
  return {packet.subspan(tlvs, payload - tlvs), packet.subspan(payload)};
}

std::span<const std::uint8_t> CompactTail::value(std::uint16_t type) const {
  for (std::size_t at = 0; at + compact_tlv_header_bytes <= tlvs.size();) {
    const std::size_t length = load_be16(tlvs.data() + at + 2);
    const auto value = tlvs.subspan(at + compact_tlv_header_bytes, length);
    if (load_be16(tlvs.data() + at) == type) {
      return value;
    }
    at += compact_tlv_header_bytes + length;
  }
  return {};
}

}  // namespace augustus::wire
