// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/copy_short.hh"
#include "wire/lp_header.hh"
#include "wire/plain_length.hh"

namespace augustus::wire {

/// An LpPacket with nothing before its fragment but, perhaps, a PIT token: the common one on a fast path,
/// read and written without an LpHeader. Spans point into the packet.
struct PlainLp {
  std::span<const std::uint8_t> pit_token;  ///< at most pit_token_bytes_max bytes; empty: none
  std::span<const std::uint8_t> fragment;   ///< never empty
};

/// The types that tell the common packets of a link apart.
inline constexpr std::uint8_t plain_type_lp_packet = 100;
inline constexpr std::uint8_t plain_type_interest = 5;
inline constexpr std::uint8_t plain_type_data = 6;

/// Room for the header of a plain LpPacket.
inline constexpr std::size_t plain_lp_header_bytes_max = 4 + 2 + pit_token_bytes_max + 4;

/// Reads a plain LpPacket; std::nullopt for every other packet, well formed or not: decode_lp tells.
[[gnu::always_inline]] inline std::optional<PlainLp> decode_plain_lp(std::span<const std::uint8_t> packet) {
  constexpr std::uint8_t type_pit_token = 98;
  constexpr std::uint8_t type_fragment = 80;
  const std::uint8_t* at = packet.data();
  const std::uint8_t* const end = at + packet.size();
  std::size_t length = 0;
  if (packet.size() < 4 || *at++ != plain_type_lp_packet || !read_plain_length(at, end, length) ||
      length != static_cast<std::size_t>(end - at)) {
    return std::nullopt;
  }
  PlainLp lp;
  if (length > 2 && at[0] == type_pit_token) {
    const std::size_t token = at[1];
    if (token - 1 >= pit_token_bytes_max || token > static_cast<std::size_t>(end - at) - 2) {
      return std::nullopt;
    }
    lp.pit_token = {at + 2, token};
    at += 2 + token;
  }
  if (at == end || *at++ != type_fragment || !read_plain_length(at, end, length) || length == 0 ||
      length != static_cast<std::size_t>(end - at)) {
    return std::nullopt;
  }
  lp.fragment = {at, length};
  return lp;
}

/// The bytes of what encode_plain_lp_header writes.
inline std::size_t plain_lp_header_bytes(std::size_t token_bytes, std::size_t fragment_bytes) {
  const std::size_t token = token_bytes == 0 ? 0 : 2 + token_bytes;
  const std::size_t fragment_header = 1 + plain_length_bytes(fragment_bytes);
  return 1 + plain_length_bytes(token + fragment_header + fragment_bytes) + token + fragment_header;
}

/// Writes what goes before `fragment_bytes` (1 to 65000) of fragment, into plain_lp_header_bytes_max bytes of
/// room; returns the bytes written.
[[gnu::always_inline]] inline std::size_t encode_plain_lp_header(std::span<const std::uint8_t> pit_token,
                                                                 std::size_t fragment_bytes,
                                                                 std::uint8_t* to) {
  std::uint8_t* const begin = to;
  const std::size_t token_bytes = pit_token.empty() ? 0 : 2 + pit_token.size();
  *to++ = plain_type_lp_packet;
  to = write_plain_length(to, token_bytes + 1 + plain_length_bytes(fragment_bytes) + fragment_bytes);
  if (token_bytes != 0) {
    *to++ = 98;
    *to++ = static_cast<std::uint8_t>(pit_token.size());
    copy_short(to, pit_token.data(), pit_token.size());
    to += pit_token.size();
  }
  *to++ = 80;
  return static_cast<std::size_t>(write_plain_length(to, fragment_bytes) - begin);
}

}  // namespace augustus::wire
