// SPDX-License-Identifier: Apache-2.0
#include "wire/parse_common.hh"

#include "base/packet_limit.hh"
#include "wire/parse_fields.hh"
#include "wire/plain_length.hh"
#include "wire/tlv_header.hh"
#include "wire/tlv_type.hh"

namespace augustus::wire {
namespace {

/// What is left of a packet.
struct Rest {
  const std::uint8_t* at;
  const std::uint8_t* end;

  std::size_t size() const { return static_cast<std::size_t>(end - at); }
  bool begins(std::uint8_t type, std::uint8_t length) const {
    return size() >= 2u + length && at[0] == type && at[1] == length;
  }
  /// Takes an element's type and length; its value must be whole.
  bool open(std::uint8_t type, std::size_t& length) {
    return size() >= 2 && *at++ == type && read_plain_length(at, end, length) && length <= size();
  }
};

bool take_name(const std::uint8_t* begin, Rest& rest, const KeyedHash& hash, PacketView& view) {
  constexpr std::uint8_t type_min = 3;  // below are digests
  constexpr std::uint8_t one_byte_max = 252;
  std::size_t length = 0;
  if (!rest.open(tlv_type::name, length) || length == 0) {
    return false;
  }
  const std::uint8_t* const name = rest.at;
  const std::uint8_t* const end = name + length;
  const std::uint8_t* at = name;
  std::uint64_t value = hash.empty();
  unsigned count = 0;
  view.prefix_hash[0] = value;
  do {
    if (end - at < 2 || at[0] < type_min || at[0] > one_byte_max || at[1] > one_byte_max ||
        at[1] > end - at - 2 || count == prefix_components_max) [[unlikely]] {
      return false;
    }
    const std::size_t bytes = 2u + at[1];
    value = hash.extend(value, {at, bytes});
    at += bytes;
    view.component_end[count] = static_cast<std::uint16_t>(at - name);
    view.prefix_hash[++count] = value;
  } while (at != end);
  rest.at = end;
  view.name_hash = value;
  view.name_offset = static_cast<std::uint16_t>(name - begin);
  view.name_length = static_cast<std::uint16_t>(length);
  view.component_count = static_cast<std::uint16_t>(count);
  return true;
}

bool take_interest_fields(const std::uint8_t* begin, Rest rest, PacketView& view) {
  if (rest.begins(tlv_type::can_be_prefix, 0)) {
    view.can_be_prefix = true;
    rest.at += 2;
  }
  if (rest.begins(tlv_type::must_be_fresh, 0)) {
    view.must_be_fresh = true;
    rest.at += 2;
  }
  view.after_selectors_offset = static_cast<std::uint16_t>(rest.at - begin);
  if (rest.begins(tlv_type::nonce, 4)) {
    view.has_nonce = true;
    view.nonce_offset = static_cast<std::uint16_t>(rest.at + 2 - begin);
    view.nonce = load_be32(rest.at + 2);
    rest.at += 6;
  }
  if (rest.begins(tlv_type::interest_lifetime, 2)) {
    view.lifetime_ms = static_cast<std::uint32_t>(rest.at[2]) << 8 | rest.at[3];
    rest.at += 4;
  } else if (rest.begins(tlv_type::interest_lifetime, 1)) {
    view.lifetime_ms = rest.at[2];
    rest.at += 3;
  }
  if (rest.begins(tlv_type::hop_limit, 1) && rest.at[2] != 0) {
    view.has_hop_limit = true;
    view.hop_limit_offset = static_cast<std::uint16_t>(rest.at + 2 - begin);
    view.hop_limit = rest.at[2];
    rest.at += 3;
  }
  return rest.size() == 0;
}

bool take_data_fields(Rest rest, PacketView& view) {
  std::size_t length = 0;
  if (rest.size() != 0 && rest.at[0] == tlv_type::meta_info) {
    const bool plain = rest.open(tlv_type::meta_info, length);
    Rest meta{rest.at, rest.at + length};
    std::uint64_t freshness = 0;
    if (!plain || meta.size() < 3 || meta.at[0] != tlv_type::freshness_period || meta.at[1] != length - 2 ||
        !read_number({meta.at + 2, length - 2}, freshness)) {
      return false;
    }
    view.freshness_ms = clip32(freshness);
    rest.at += length;
  }
  if (rest.size() != 0 && rest.at[0] == tlv_type::content) {
    if (!rest.open(tlv_type::content, length)) {
      return false;
    }
    rest.at += length;
  }
  if (!rest.open(tlv_type::signature_info, length)) {
    return false;
  }
  rest.at += length;
  return rest.open(tlv_type::signature_value, length) && length == rest.size();
}

}  // namespace

bool parse_common(std::span<const std::uint8_t> packet, const KeyedHash& hash, PacketView& view) {
  const std::uint8_t* const begin = packet.data();
  Rest rest{begin, begin + packet.size()};
  if (packet.size() < 2 || packet.size() > packet_bytes_max) {
    return false;
  }
  const std::uint8_t type = *rest.at;
  std::size_t length = 0;
  if ((type != tlv_type::interest && type != tlv_type::data) || !rest.open(type, length) ||
      length != rest.size()) {
    return false;
  }
  view.kind = type == tlv_type::interest ? PacketKind::interest : PacketKind::data;
  view.format = PacketFormat::ndn;
  view.packet_length = static_cast<std::uint16_t>(packet.size());
  clear_fields(view);
  if (!take_name(begin, rest, hash, view)) {
    return false;
  }
  return type == tlv_type::interest ? take_interest_fields(begin, rest, view) : take_data_fields(rest, view);
}

}  // namespace augustus::wire
