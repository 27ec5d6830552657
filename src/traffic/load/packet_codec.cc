// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/packet_codec.hh"

#include <algorithm>
#include <cstring>

#include "base/packet_limit.hh"
#include "wire/compact_codec.hh"
#include "wire/parse_packet.hh"
#include "wire/plain_length.hh"
#include "wire/sha256.hh"
#include "wire/tlv_header.hh"
#include "wire/tlv_type.hh"

namespace augustus::traffic {
namespace {

namespace tlv_type = wire::tlv_type;

/// What a packet has beside its name and content at most.
constexpr std::size_t other_bytes_max = 128;
constexpr std::uint8_t signature_digest = 0;
constexpr std::uint8_t signature_null = 200;
constexpr std::size_t digest_bytes = 32;

std::uint8_t* put_header(std::uint8_t* at, std::uint32_t type, std::size_t length) {
  *at = static_cast<std::uint8_t>(type);
  return wire::write_plain_length(at + 1, length);
}

std::uint8_t* put(std::uint8_t* at, std::uint32_t type, std::span<const std::uint8_t> value) {
  at = put_header(at, type, value.size());
  return std::copy(value.begin(), value.end(), at);
}

std::uint8_t* put_number(std::uint8_t* at, std::uint32_t type, std::uint64_t number) {
  const std::size_t bytes = wire::number_bytes(number);
  return wire::store_be(put_header(at, type, bytes), number, bytes);
}

std::size_t element_bytes(std::size_t value) {
  return 1 + wire::plain_length_bytes(value) + value;
}

std::size_t number_element_bytes(std::uint64_t number) {
  return 2 + wire::number_bytes(number);
}

/// Of a Data TLV's value.
std::size_t data_value_bytes(const DataFields& fields, std::size_t content_bytes) {
  const std::size_t meta = fields.freshness_ms == 0 ? 0 : number_element_bytes(fields.freshness_ms);
  constexpr std::size_t signature_type_bytes = 3;
  return element_bytes(fields.name.size()) + (meta == 0 ? 0 : element_bytes(meta)) +
         element_bytes(content_bytes) + element_bytes(signature_type_bytes) +
         element_bytes(fields.digest ? digest_bytes : 0);
}

bool is_packet(wire::ParseOutcome outcome) {
  return outcome == wire::ParseOutcome::ok || outcome == wire::ParseOutcome::hop_limit_zero;
}

}  // namespace

PacketCodec::PacketCodec(wire::PacketFormat format)
    : format_(format),
      out_(packet_bytes_max + other_bytes_max),
      read_name_(packet_bytes_max),
      compact_name_(packet_bytes_max) {}

std::span<const std::uint8_t> PacketCodec::interest(const InterestFields& fields) {
  return format_ == wire::PacketFormat::ndn
             ? ndn_interest(fields)
             : compact(wire::PacketKind::interest, fields.name, fields.nonce, fields.lifetime_ms, 0, {});
}

std::span<const std::uint8_t> PacketCodec::data(const DataFields& fields) {
  return format_ == wire::PacketFormat::ndn
             ? ndn_data(fields)
             : compact(wire::PacketKind::data, fields.name, 0, 0, fields.freshness_ms, fields.content);
}

std::size_t PacketCodec::data_bytes(const DataFields& fields, std::size_t content_bytes) {
  if (format_ == wire::PacketFormat::ndn) {
    return element_bytes(data_value_bytes(fields, content_bytes));
  }
  DataFields empty = fields;
  empty.content = {};
  const std::size_t others = data(empty).size();
  return others == 0 ? 0 : others + content_bytes;
}

std::span<const std::uint8_t> PacketCodec::ndn_interest(const InterestFields& fields) {
  const std::size_t value = element_bytes(fields.name.size()) + (fields.can_be_prefix ? 2 : 0) +
                            (fields.must_be_fresh ? 2 : 0) + 6 + number_element_bytes(fields.lifetime_ms);
  if (element_bytes(value) > packet_bytes_max) {
    return {};
  }
  std::uint8_t* at = put_header(out_.data(), tlv_type::interest, value);
  at = put(at, tlv_type::name, fields.name);
  if (fields.can_be_prefix) {
    at = put_header(at, tlv_type::can_be_prefix, 0);
  }
  if (fields.must_be_fresh) {
    at = put_header(at, tlv_type::must_be_fresh, 0);
  }
  at = put_header(at, tlv_type::nonce, sizeof(fields.nonce));
  wire::store_be32(at, fields.nonce);
  at = put_number(at + sizeof(fields.nonce), tlv_type::interest_lifetime, fields.lifetime_ms);
  return {out_.data(), static_cast<std::size_t>(at - out_.data())};
}

std::span<const std::uint8_t> PacketCodec::ndn_data(const DataFields& fields) {
  const std::size_t value = data_value_bytes(fields, fields.content.size());
  if (element_bytes(value) > packet_bytes_max) {
    return {};
  }
  std::uint8_t* const start = put_header(out_.data(), tlv_type::data, value);
  std::uint8_t* at = put(start, tlv_type::name, fields.name);
  if (fields.freshness_ms != 0) {
    const std::size_t meta = number_element_bytes(fields.freshness_ms);
    at = put_number(put_header(at, tlv_type::meta_info, meta), tlv_type::freshness_period,
                    fields.freshness_ms);
  }
  at = put(at, tlv_type::content, fields.content);
  at = put_header(at, tlv_type::signature_info, 3);
  at = put_header(at, tlv_type::signature_type, 1);
  *at++ = fields.digest ? signature_digest : signature_null;
  std::uint8_t* const end = at;
  at = put_header(at, tlv_type::signature_value, fields.digest ? digest_bytes : 0);
  if (fields.digest) {
    const auto digest = wire::sha256({{start, static_cast<std::size_t>(end - start)}});
    std::memcpy(at, digest.data(), digest.size());
    at += digest.size();
  }
  return {out_.data(), static_cast<std::size_t>(at - out_.data())};
}

std::span<const std::uint8_t> PacketCodec::compact(wire::PacketKind kind, std::span<const std::uint8_t> name,
                                                   std::uint32_t nonce, std::uint32_t lifetime_ms,
                                                   std::uint32_t freshness_ms,
                                                   std::span<const std::uint8_t> content) {
  wire::CompactName compact_name{.room = compact_name_};
  if (!wire::compact_from_name(name, format_, compact_name)) {
    return {};
  }
  wire::CompactPacket packet;
  packet.kind = kind;
  packet.name = compact_name.bytes();
  packet.component_ends = compact_name.component_ends();
  if (nonce != 0) {
    packet.nonce = nonce;
  }
  if (lifetime_ms != 0) {
    packet.lifetime_ms = lifetime_ms;
  }
  if (freshness_ms != 0) {
    packet.freshness_s = (freshness_ms + 999) / 1000;
  }
  packet.payload = content;
  return {out_.data(), wire::encode_compact(packet, format_, out_)};
}

bool PacketCodec::read(std::span<const std::uint8_t> packet, PacketFields& fields) {
  return format_ == wire::PacketFormat::ndn ? read_ndn(packet, fields) : read_compact(packet, fields);
}

bool PacketCodec::read_ndn(std::span<const std::uint8_t> packet, PacketFields& fields) const {
  wire::PacketView view;
  if (!is_packet(wire::parse_packet(packet, view))) {
    return false;
  }
  fields = {.kind = view.kind,
            .name = wire::name_bytes(view, packet.data()),
            .can_be_prefix = view.can_be_prefix,
            .nonce = view.nonce,
            .content = {}};
  const std::uint8_t* at = packet.data() + view.name_offset + view.name_length;
  const std::uint8_t* const end = packet.data() + packet.size();
  wire::TlvHeader header;
  while (view.kind == wire::PacketKind::data && at < end &&
         wire::read_tlv_header(at, end, header) == wire::TlvOutcome::ok) {
    if (header.type == tlv_type::content) {
      fields.content = header.bytes();
      break;
    }
    at = header.end();
  }
  return true;
}

bool PacketCodec::read_compact(std::span<const std::uint8_t> packet, PacketFields& fields) {
  wire::PacketView view;
  if (!is_packet(wire::parse_compact(packet, format_, view))) {
    return false;
  }
  const std::size_t name = wire::name_from_compact(packet, view, read_name_);
  fields = {.kind = view.kind,
            .name = {read_name_.data(), name},
            .nonce = view.nonce,
            .content = wire::compact_tail(packet, view).payload};
  return name != 0;
}

}  // namespace augustus::traffic
