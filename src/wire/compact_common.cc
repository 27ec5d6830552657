// SPDX-License-Identifier: Apache-2.0
#include "wire/compact_common.hh"

#include <algorithm>

#include "base/packet_limit.hh"
#include "wire/compact_layout.hh"
#include "wire/dispatch_hash.hh"
#include "wire/parse_fields.hh"
#include "wire/parse_packet.hh"

namespace augustus::wire {
namespace {

/// Where the common parts of a packet stand.
struct CompactParts {
  std::size_t name_length;
  const std::uint8_t* offsets;
  std::size_t offset_bytes;  ///< of each
  std::size_t offset_count;
};

/// False: it is not of the common form. Of the header only what says where these parts are is looked at.
template <const CompactLayout& Layout>
[[gnu::always_inline]] inline bool find_parts(std::span<const std::uint8_t> packet, CompactParts& parts) {
  const std::uint8_t* const begin = packet.data();
  if (packet.size() < Layout.name + compact_tlv_header_bytes) {
    return false;
  }
  parts.name_length = load_be16(begin + Layout.name_length);
  const std::size_t name_end = Layout.name + parts.name_length;
  if (name_end + compact_tlv_header_bytes > packet.size()) {
    return false;
  }
  const std::uint16_t type = load_be16(begin + name_end);
  const std::size_t length = load_be16(begin + name_end + 2);
  if (name_end + compact_tlv_header_bytes + length > packet.size()) {
    return false;
  }
  parts.offsets = begin + name_end + compact_tlv_header_bytes;
  const bool short_offsets = Layout.offset_to_end == 0 && type == compact_tlv::offsets_1;
  if (!short_offsets && (type != compact_tlv::offsets_2 || length % 2 != 0)) {
    return false;
  }
  parts.offset_bytes = short_offsets ? 1 : 2;
  parts.offset_count = length / parts.offset_bytes;
  return true;
}

[[gnu::always_inline]] inline std::size_t end_of(const CompactParts& parts, std::size_t index,
                                                 const CompactLayout& layout) {
  const std::uint8_t* const at = parts.offsets + index * parts.offset_bytes;
  return (parts.offset_bytes == 1 ? *at : load_be16(at)) + std::size_t{layout.offset_to_end};
}

template <const CompactLayout& Layout>
[[gnu::always_inline]] inline bool parse(std::span<const std::uint8_t> packet, const KeyedHash& hash,
                                         PacketView& view) {
  const std::uint8_t* const begin = packet.data();
  CompactParts parts;
  if (!find_parts<Layout>(packet, parts) || parts.name_length == 0 ||
      parts.offset_count >= prefix_components_max - 1) [[unlikely]] {
    return false;
  }
  const auto header_end =
      static_cast<std::size_t>(parts.offsets - begin) + parts.offset_count * parts.offset_bytes;
  if (load_be16(begin + compact_length_offset) != packet.size() || begin[compact_kind_offset] > 1 ||
      load_be16(begin + Layout.header_length) > header_end || packet.size() > packet_bytes_max) [[unlikely]] {
    return false;
  }
  clear_fields(view);
  const std::uint8_t* const name = begin + Layout.name;
  std::uint64_t value = empty_name_hash(hash, view.format);
  view.prefix_hash[0] = value;
  std::size_t start = 0;
  unsigned count = 0;
  const auto take = [&](std::size_t end) __attribute__((always_inline)) {
    value = hash.extend(value, {name + start, end - start});
    view.component_end[count] = static_cast<std::uint16_t>(end);
    view.prefix_hash[++count] = value;
    start = end;
  };
  for (std::size_t i = 0; i < parts.offset_count; ++i) {
    const std::size_t end = end_of(parts, i, Layout);
    if (end <= start || end > parts.name_length) [[unlikely]] {
      return false;
    }
    take(end);
  }
  if (start != parts.name_length) {
    take(parts.name_length);
  }
  view.name_hash = value;
  view.component_count = static_cast<std::uint16_t>(count);
  view.name_offset = static_cast<std::uint16_t>(Layout.name);
  view.name_length = static_cast<std::uint16_t>(parts.name_length);
  view.packet_length = static_cast<std::uint16_t>(packet.size());
  view.kind = PacketKind::data;
  if (begin[compact_kind_offset] == 0) {
    view.kind = PacketKind::interest;
    view.has_hop_limit = true;
    view.hop_limit = begin[compact_hop_limit_offset];
    view.hop_limit_offset = compact_hop_limit_offset;
  }
  return view.kind == PacketKind::data || view.hop_limit != 0;
}

template <const CompactLayout& Layout>
std::uint64_t dispatch(std::span<const std::uint8_t> packet, std::uint32_t batch) {
  CompactParts parts;
  if (!find_parts<Layout>(packet, parts)) {
    return 0;
  }
  std::size_t last = 0;
  const std::size_t known = std::min<std::size_t>(parts.offset_count, prefix_components_max - 1);
  for (std::size_t i = known; i-- > 0 && last == 0;) {
    const std::size_t end = end_of(parts, i, Layout);
    // The last component is what is left, or ends where the name does and begins where the one before ends.
    last = end < parts.name_length ? end : 0;
  }
  return dispatch_hash_of_compact_name(packet.subspan(Layout.name, parts.name_length), last, batch);
}

}  // namespace

bool parse_common_compact(std::span<const std::uint8_t> packet, PacketFormat format, const KeyedHash& hash,
                          PacketView& view) {
  view.format = format;
  if (format == PacketFormat::compact_2016) {
    return !packet.empty() && packet[0] == 0 && parse<layout_2016>(packet, hash, view);
  }
  return packet.size() >= draft_layout.name && packet[0] <= draft_version_max &&
         load_be16(packet.data() + compact_message_length_offset) <=
             packet.size() - draft_layout.name_length &&
         parse<draft_layout>(packet, hash, view);
}

std::uint64_t dispatch_hash_of_compact(std::span<const std::uint8_t> packet, PacketFormat format,
                                       std::uint32_t batch) {
  return format == PacketFormat::compact_2016 ? dispatch<layout_2016>(packet, batch)
                                              : dispatch<draft_layout>(packet, batch);
}

}  // namespace augustus::wire
