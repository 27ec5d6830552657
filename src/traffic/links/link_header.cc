// SPDX-License-Identifier: Apache-2.0
#include "traffic/links/link_header.hh"

#include "wire/lp_codec.hh"
#include "wire/plain_lp.hh"
#include "wire/tlv_type.hh"

namespace augustus::traffic {
namespace {

bool is_bare(std::uint8_t type) {
  return type == wire::tlv_type::interest || type == wire::tlv_type::data;
}

wire::PacketKind kind_of(std::span<const std::uint8_t> bytes) {
  return bytes[0] == wire::tlv_type::data ? wire::PacketKind::data : wire::PacketKind::interest;
}

LinkOutcome bare(std::span<const std::uint8_t> bytes, Packet& packet) {
  if (!is_bare(bytes[0])) {
    return LinkOutcome::malformed;
  }
  packet.bytes = bytes;
  packet.kind = kind_of(bytes);
  return LinkOutcome::packet;
}

/// Headers beyond a PIT token.
LinkOutcome decode_full(std::span<const std::uint8_t> bytes, LpReassembler& parts, Packet& packet) {
  wire::LpHeader header;
  if (wire::decode_lp(bytes, header) != wire::LpOutcome::ok) {
    return LinkOutcome::malformed;
  }
  if (header.fragment.empty()) {
    return LinkOutcome::idle;
  }
  if (header.frag_count > 1) {
    const auto* whole = parts.add(header);
    if (whole == nullptr) {
      return LinkOutcome::part;
    }
    header = *whole;
  }
  const LinkOutcome outcome = bare(header.fragment, packet);
  packet.pit_token = parts.keep_token({header.pit_token.data(), header.pit_token_length});
  packet.congestion_mark = header.has_congestion_mark && header.congestion_mark != 0;
  if (header.is_nack) {
    packet.kind = wire::PacketKind::nack;
    packet.nack_reason = header.nack_reason;
  }
  return outcome;
}

}  // namespace

std::size_t encode_link_header(const Packet& packet, std::uint8_t* to) {
  return packet.pit_token.empty() ? 0
                                  : wire::encode_plain_lp_header(packet.pit_token, packet.bytes.size(), to);
}

std::size_t link_header_bytes(std::size_t packet_bytes, std::size_t token_bytes) {
  constexpr std::size_t type = 1;
  const std::size_t fragment = type + wire::plain_length_bytes(packet_bytes);
  const std::size_t token = type + 1 + token_bytes;
  return token_bytes == 0
             ? 0
             : type + wire::plain_length_bytes(token + fragment + packet_bytes) + token + fragment;
}

LinkOutcome decode_link_packet(std::span<const std::uint8_t> bytes, LpReassembler& parts, Packet& packet) {
  packet = Packet{};
  if (bytes.empty()) {
    return LinkOutcome::malformed;
  }
  if (is_bare(bytes[0])) {
    return bare(bytes, packet);
  }
  if (const auto plain = wire::decode_plain_lp(bytes)) {
    packet.pit_token = plain->pit_token;
    return bare(plain->fragment, packet);
  }
  return decode_full(bytes, parts, packet);
}

}  // namespace augustus::traffic
