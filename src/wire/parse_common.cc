// SPDX-License-Identifier: Apache-2.0
#include "wire/parse_common.hh"

#include "base/packet_limit.hh"
#include "wire/parse_fields.hh"
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
    return size() >= 2u + length && load_be16(at) == (type << 8 | length);
  }
  /// Takes an element's type and length; its value must be whole.
  [[gnu::always_inline]] bool open(std::uint8_t type, std::size_t& length) {
    if (size() < 2 || at[0] != type) {
      return false;
    }
    length = at[1];
    at += 2;
    if (length >= 253) [[unlikely]] {
      if (length != 253 || size() < 2) {
        return false;
      }
      length = static_cast<std::size_t>(at[0]) << 8 | at[1];
      at += 2;
      if (length < 253) {
        return false;
      }
    }
    return length <= size();
  }
  [[gnu::always_inline]] bool skip(std::uint8_t type) {
    std::size_t length = 0;
    if (!open(type, length)) {
      return false;
    }
    at += length;
    return true;
  }
};

/// Names up to here have no more components than are indexed, nor any whose length takes more than a byte.
constexpr std::size_t short_name_max = 2 * prefix_components_max;
static_assert(short_name_max < 255, "a component whose length takes three bytes ends beyond it");

/// The components of [name, name + length), which something readable follows. A short name needs no look at
/// the components' number and lengths but that they end where it does.
template <bool is_short>
[[gnu::always_inline]] inline bool take_components(const std::uint8_t* name, std::size_t length,
                                                   const KeyedHash& hash, PacketView& view) {
  constexpr unsigned type_min = 3;  // below are digests
  constexpr unsigned one_byte_max = 252;
  std::uint64_t value = hash.empty();
  unsigned count = 0;
  view.prefix_hash[0] = value;
  std::size_t at = 0;
  do {
    const unsigned type = name[at];
    const std::size_t bytes = 2u + name[at + 1];
    const std::size_t end = at + bytes;
    if (type - type_min > one_byte_max - type_min || end > length ||
        (!is_short && (bytes > 2 + one_byte_max || count == prefix_components_max))) [[unlikely]] {
      return false;
    }
    value = hash.extend(value, {name + at, bytes});
    at = end;
    view.component_end[count] = static_cast<std::uint16_t>(end);
    view.prefix_hash[++count] = value;
  } while (at != length);
  view.name_hash = value;
  view.component_count = static_cast<std::uint16_t>(count);
  return true;
}

/// Every name is followed by something in a common packet: a component's type and length can be read wherever
/// the one before ends within the name.
[[gnu::always_inline]] inline bool take_name(const std::uint8_t* begin, Rest& rest, const KeyedHash& hash,
                                             PacketView& view) {
  std::size_t length = 0;
  if (!rest.open(tlv_type::name, length) || length == 0 || length == rest.size()) [[unlikely]] {
    return false;
  }
  view.name_offset = static_cast<std::uint16_t>(rest.at - begin);
  view.name_length = static_cast<std::uint16_t>(length);
  const std::uint8_t* const name = rest.at;
  rest.at += length;
  return length <= short_name_max ? take_components<true>(name, length, hash, view)
                                  : take_components<false>(name, length, hash, view);
}

[[gnu::always_inline]] inline bool take_interest_fields(const std::uint8_t* begin, Rest rest,
                                                        PacketView& view) {
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

/// FreshnessPeriod, FinalBlockId with one component as everybody writes it, or both.
bool take_meta_info(Rest meta, PacketView& view) {
  if (meta.size() != 0 && meta.at[0] == tlv_type::freshness_period) {
    std::size_t length = 0;
    std::uint64_t freshness = 0;
    if (!meta.open(tlv_type::freshness_period, length) || !read_number({meta.at, length}, freshness)) {
      return false;
    }
    view.freshness_ms = clip32(freshness);
    meta.at += length;
  }
  if (meta.size() == 0) {
    return true;
  }
  constexpr std::uint8_t type_generic = 8;
  constexpr std::uint8_t type_last = 58;  // the conventions' types, none of which is a digest
  std::size_t length = 0;
  return meta.open(tlv_type::final_block_id, length) && length == meta.size() && length >= 2 &&
         meta.at[0] >= type_generic && meta.at[0] <= type_last && meta.at[1] == length - 2 && length < 253;
}

[[gnu::always_inline]] inline bool take_data_fields(Rest rest, PacketView& view) {
  std::size_t length = 0;
  if (rest.size() != 0 && rest.at[0] == tlv_type::meta_info) {
    if (!rest.open(tlv_type::meta_info, length) || !take_meta_info({rest.at, rest.at + length}, view)) {
      return false;
    }
    rest.at += length;
  }
  if (rest.size() != 0 && rest.at[0] == tlv_type::content && !rest.skip(tlv_type::content)) {
    return false;
  }
  return rest.skip(tlv_type::signature_info) && rest.open(tlv_type::signature_value, length) &&
         length == rest.size();
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
