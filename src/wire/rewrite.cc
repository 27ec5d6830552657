// SPDX-License-Identifier: Apache-2.0
#include "wire/rewrite.hh"

#include <cstring>

namespace augustus::wire {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// Writes an Interest whose value is the three parts one after the other.
std::size_t write_interest(Bytes first, Bytes second, Bytes third, std::span<std::uint8_t> out) {
  const std::size_t length = first.size() + second.size() + third.size();
  const std::size_t total = 1 + var_number_bytes(length) + length;
  if (total > out.size()) {
    return 0;
  }
  out[0] = static_cast<std::uint8_t>(tlv_type::interest);
  std::uint8_t* at = store_var_number(out.data() + 1, length);
  for (const Bytes part : {first, second, third}) {
    if (!part.empty()) {
      std::memcpy(at, part.data(), part.size());
      at += part.size();
    }
  }
  return total;
}

/// The bytes of `interest` from offset `from` up to offset `to`.
Bytes between(Bytes interest, std::size_t from, std::size_t to) {
  return interest.subspan(from, to - from);
}

/// Offset of the outer TLV's value; parse_packet accepted its header.
std::size_t value_offset(Bytes interest) {
  return 1 + (interest[1] < 253 ? std::size_t{1} : std::size_t{3});
}

}  // namespace

void set_nonce(std::span<std::uint8_t> interest, const PacketView& view, std::uint32_t nonce) {
  store_be32(interest.data() + view.nonce_offset, nonce);
}

void set_hop_limit(std::span<std::uint8_t> interest, const PacketView& view, std::uint8_t hop_limit) {
  interest[view.hop_limit_offset] = hop_limit;
}

std::size_t copy_with_nonce(std::span<const std::uint8_t> interest, const PacketView& view,
                            std::uint32_t nonce, std::span<std::uint8_t> out) {
  std::uint8_t element[6] = {static_cast<std::uint8_t>(tlv_type::nonce), 4};
  store_be32(element + 2, nonce);
  return write_interest(between(interest, value_offset(interest), view.after_selectors_offset), element,
                        between(interest, view.after_selectors_offset, view.packet_length), out);
}

std::size_t copy_without_hint(std::span<const std::uint8_t> interest, const PacketView& view,
                              std::span<std::uint8_t> out) {
  const std::size_t hint_end = std::size_t{view.hint_offset} + view.hint_length;
  return write_interest(between(interest, value_offset(interest), view.hint_offset),
                        between(interest, hint_end, view.packet_length), {}, out);
}

}  // namespace augustus::wire
