// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "wire/compact_layout.hh"
#include "wire/tlv_header.hh"

namespace augustus::wire {
namespace {

constexpr std::uint8_t draft_version = 1;
/// CCNx 1.0 message types, which the draft's MsgType takes over.
constexpr std::size_t message_interest = 1;
constexpr std::size_t message_data = 2;
constexpr std::size_t number_field_bytes = 4;

/// How many of the ends are written: the 2016 layout has the offset of a '/' only.
std::size_t written_ends(const CompactPacket& packet, const CompactLayout& layout) {
  const auto ends = packet.component_ends;
  if (layout.offset_to_end == 0 || ends.empty() || ends.back() != packet.name.size() ||
      packet.name.back() == '/') {
    return ends.size();
  }
  return ends.size() - 1;
}

std::size_t offset_width(const CompactPacket& packet, const CompactLayout& layout) {
  return layout.offset_to_end == 0 && packet.name.size() <= 255 ? 1 : 2;
}

std::size_t number_tlv_bytes(const std::optional<std::uint32_t>& number) {
  return number ? compact_tlv_header_bytes + number_field_bytes : 0;
}

std::uint8_t* store_tlv_header(std::uint8_t* at, std::uint16_t type, std::size_t length) {
  return store_be16(store_be16(at, type), length);
}

std::uint8_t* store_number_tlv(std::uint8_t* at, std::uint16_t type,
                               const std::optional<std::uint32_t>& number) {
  if (!number) {
    return at;
  }
  at = store_tlv_header(at, type, number_field_bytes);
  store_be32(at, *number);
  return at + number_field_bytes;
}

std::uint8_t* store_offsets(std::uint8_t* at, const CompactPacket& packet, const CompactLayout& layout) {
  const std::size_t width = offset_width(packet, layout);
  const std::size_t count = written_ends(packet, layout);
  at = store_tlv_header(at, width == 1 ? compact_tlv::offsets_1 : compact_tlv::offsets_2, count * width);
  for (const std::uint16_t end : packet.component_ends.first(count)) {
    at = store_be(at, std::uint64_t{end} - layout.offset_to_end, width);
  }
  return at;
}

void store_fixed(std::uint8_t* out, const CompactPacket& packet, const CompactLayout& layout,
                 std::size_t header, std::size_t total) {
  std::fill_n(out, layout.name, std::uint8_t{0});
  const bool interest = packet.kind == PacketKind::interest;
  out[compact_kind_offset] = interest ? 0 : 1;
  store_be16(out + compact_length_offset, total);
  out[compact_hop_limit_offset] = packet.hop_limit;
  if (&layout == &draft_layout) {
    out[0] = draft_version;
    store_be16(out + compact_message_type_offset, interest ? message_interest : message_data);
    store_be16(out + compact_message_length_offset, total - layout.name_length);
  }
  store_be16(out + layout.header_length, header);
  store_be16(out + layout.name_length, packet.name.size());
}

}  // namespace

std::uint8_t* store_compact_tlv(std::uint8_t* at, std::uint16_t type, std::span<const std::uint8_t> value) {
  return std::ranges::copy(value, store_tlv_header(at, type, value.size())).out;
}

std::size_t encode_compact(const CompactPacket& packet, PacketFormat format, std::span<std::uint8_t> out) {
  const auto& layout = format == PacketFormat::compact_2016 ? layout_2016 : draft_layout;
  const std::size_t header = layout.name + packet.name.size() + compact_tlv_header_bytes +
                             written_ends(packet, layout) * offset_width(packet, layout) +
                             number_tlv_bytes(packet.nonce) + number_tlv_bytes(packet.lifetime_ms) +
                             number_tlv_bytes(packet.freshness_s) + packet.more_tlvs.size();
  const std::size_t total = header + packet.payload.size();
  if (total > out.size() || total > UINT16_MAX) {
    return 0;
  }
  store_fixed(out.data(), packet, layout, header, total);
  std::uint8_t* at = std::ranges::copy(packet.name, out.data() + layout.name).out;
  at = store_offsets(at, packet, layout);
  at = store_number_tlv(at, compact_tlv::nonce, packet.nonce);
  at = store_number_tlv(at, compact_tlv::lifetime, packet.lifetime_ms);
  at = store_number_tlv(at, compact_tlv::data_lifetime, packet.freshness_s);
  at = std::ranges::copy(packet.more_tlvs, at).out;
  std::ranges::copy(packet.payload, at);
  return total;
}

}  // namespace augustus::wire
