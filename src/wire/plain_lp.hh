// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "wire/lp_header.hh"

namespace augustus::wire {

/// An LpPacket with nothing before its fragment but, perhaps, a PIT token: the common one on a fast path,
/// read and written without an LpHeader. Spans point into the packet.
struct PlainLp {
  std::span<const std::uint8_t> pit_token;  ///< at most pit_token_bytes_max bytes; empty: none
  std::span<const std::uint8_t> fragment;   ///< never empty
};

/// Room for the header of a plain LpPacket.
inline constexpr std::size_t plain_lp_header_bytes_max = 4 + 2 + pit_token_bytes_max + 4;

namespace plain_lp {

/// A length of one or three bytes, in its shortest form; false: anything else.
inline bool read_length(const std::uint8_t*& at, const std::uint8_t* end, std::size_t& length) {
  if (end - at < 1) {
    return false;
  }
  length = *at++;
  if (length < 253) [[likely]] {
    return true;
  }
  if (length != 253 || end - at < 2) {
    return false;
  }
  length = static_cast<std::size_t>(at[0]) << 8 | at[1];
  at += 2;
  return length >= 253;
}

inline std::size_t length_bytes(std::size_t length) {
  return length < 253 ? 1 : 3;
}

inline std::uint8_t* write_length(std::uint8_t* to, std::size_t length) {
  if (length < 253) [[likely]] {
    *to = static_cast<std::uint8_t>(length);
    return to + 1;
  }
  to[0] = 253;
  to[1] = static_cast<std::uint8_t>(length >> 8);
  to[2] = static_cast<std::uint8_t>(length);
  return to + 3;
}

}  // namespace plain_lp

/// Reads a plain LpPacket; std::nullopt for every other packet, well formed or not: decode_lp tells.
inline std::optional<PlainLp> decode_plain_lp(std::span<const std::uint8_t> packet) {
  constexpr std::uint8_t type_lp_packet = 100;
  constexpr std::uint8_t type_pit_token = 98;
  constexpr std::uint8_t type_fragment = 80;
  const std::uint8_t* at = packet.data();
  const std::uint8_t* const end = at + packet.size();
  std::size_t length = 0;
  if (packet.size() < 4 || *at++ != type_lp_packet || !plain_lp::read_length(at, end, length) ||
      length != static_cast<std::size_t>(end - at)) {
    return std::nullopt;
  }
  PlainLp lp;
  if (length > 2 && at[0] == type_pit_token) {
    const std::size_t token = at[1];
    if (token == 0 || token > pit_token_bytes_max || token > static_cast<std::size_t>(end - at) - 2) {
      return std::nullopt;
    }
    lp.pit_token = {at + 2, token};
    at += 2 + token;
  }
  if (at == end || *at++ != type_fragment || !plain_lp::read_length(at, end, length) || length == 0 ||
      length != static_cast<std::size_t>(end - at)) {
    return std::nullopt;
  }
  lp.fragment = {at, length};
  return lp;
}

/// Writes what goes before `fragment_bytes` (1 to 65000) of fragment, into plain_lp_header_bytes_max bytes of
/// room; returns the bytes written.
inline std::size_t encode_plain_lp_header(std::span<const std::uint8_t> pit_token, std::size_t fragment_bytes,
                                          std::uint8_t* to) {
  std::uint8_t* const begin = to;
  const std::size_t token_bytes = pit_token.empty() ? 0 : 2 + pit_token.size();
  *to++ = 100;
  to = plain_lp::write_length(
      to, token_bytes + 1 + plain_lp::length_bytes(fragment_bytes) + fragment_bytes);
  if (token_bytes != 0) {
    *to++ = 98;
    *to++ = static_cast<std::uint8_t>(pit_token.size());
    std::memcpy(to, pit_token.data(), pit_token.size());
    to += pit_token.size();
  }
  *to++ = 80;
  return static_cast<std::size_t>(plain_lp::write_length(to, fragment_bytes) - begin);
}

}  // namespace augustus::wire
