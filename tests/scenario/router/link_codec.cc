// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/link_codec.hh"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "wire/tlv_reader.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::scenario {
namespace {

namespace lp = wire::lp_type;

constexpr std::uint64_t policy_no_cache = 1;
/// LpPacket's and Fragment's type and length, Sequence, FragIndex and FragCount.
constexpr std::size_t fragment_overhead = 32;

std::array<std::uint8_t, 8> eight_bytes(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes;
  for (unsigned i = 0; i < 8; ++i) {
    bytes[i] = static_cast<std::uint8_t>(number >> (56 - 8 * i));
  }
  return bytes;
}

/// The header fields of the packet, in ascending order of their types.
Bytes encode_fields(const Packet& packet, const std::function<FaceId(unsigned)>& face_of) {
  wire::TlvWriter fields;
  if (!packet.token.empty()) {
    fields.element(lp::pit_token, packet.token);
  }
  if (packet.kind == wire::PacketKind::nack) {
    fields.nested(lp::nack, [&](wire::TlvWriter& nack) {
      if (packet.reason != wire::NackReason::none) {
        nack.number(lp::nack_reason, static_cast<std::uint64_t>(packet.reason));
      }
    });
  }
  if (packet.next_hop_face != 0) {
    fields.number(lp::next_hop_face_id, face_of(packet.next_hop_face));
  }
  if (packet.no_cache) {
    fields.nested(lp::cache_policy,
                  [](wire::TlvWriter& policy) { policy.number(lp::cache_policy_type, policy_no_cache); });
  }
  if (packet.mark != 0) {
    fields.number(lp::congestion_mark, packet.mark);
  }
  if (packet.non_discovery) {
    fields.flag(lp::non_discovery);
  }
  if (!packet.announcement.empty()) {
    fields.element(lp::prefix_announcement, packet.announcement);
  }
  return fields.take();
}

void decode_field(const wire::TlvReader::Element& field, Packet& packet) {
  switch (field.type) {
    case lp::pit_token:
      packet.token.assign(field.value.begin(), field.value.end());
      break;
    case lp::nack: {
      packet.kind = wire::PacketKind::nack;
      const auto reason = wire::TlvReader(field.value).next();
      packet.reason = static_cast<wire::NackReason>(reason ? reason->number().value() : 0);
      break;
    }
    case lp::congestion_mark:
      packet.mark = static_cast<std::uint8_t>(field.number().value());
      break;
    case lp::non_discovery:
      packet.non_discovery = true;
      break;
    case lp::prefix_announcement:
      packet.announcement.assign(field.value.begin(), field.value.end());
      break;
    case lp::incoming_face_id:  // wanted by nobody here
      break;
    default:
      throw std::runtime_error("the router sent header field " + std::to_string(field.type));
  }
}

Packet whole(Packet packet) {
  if (packet.bytes.empty()) {
    throw std::runtime_error("the router sent an empty packet");
  }
  if (packet.bytes[0] == wire::tlv_type::data) {
    packet.kind = wire::PacketKind::data;
  } else if (packet.kind != wire::PacketKind::nack) {
    packet.kind = wire::PacketKind::interest;
  }
  return packet;
}

}  // namespace

std::vector<Bytes> LinkCodec::encode(const Packet& packet, std::size_t mtu,
                                     const std::function<FaceId(unsigned)>& face_of) {
  const Bytes fields = encode_fields(packet, face_of);
  if (fields.empty() && packet.bytes.size() <= mtu) {
    return {packet.bytes};
  }
  const std::size_t room = mtu - fields.size() - fragment_overhead;
  const std::size_t count = (packet.bytes.size() + room - 1) / room;
  std::vector<Bytes> link_packets;
  for (std::size_t index = 0; index < count; ++index) {
    const auto part = std::span(packet.bytes)
                          .subspan(index * room)
                          .first(std::min(room, packet.bytes.size() - index * room));
    wire::TlvWriter writer;
    writer.nested(lp::lp_packet, [&](wire::TlvWriter& link) {
      if (count > 1) {
        link.element(lp::sequence, eight_bytes(next_sequence_++));
        link.number(lp::frag_index, index);
        link.number(lp::frag_count, count);
      }
      if (index == 0) {
        link.raw(fields);
      }
      link.element(lp::fragment, part);
    });
    link_packets.push_back(writer.take());
  }
  return link_packets;
}

std::optional<Packet> LinkCodec::decode(std::span<const std::uint8_t> link_packet) {
  const auto outer = wire::TlvReader(link_packet).next();
  if (!outer) {
    throw std::runtime_error("the router sent what is no TLV element");
  }
  Packet packet;
  if (outer->type != lp::lp_packet) {
    packet.bytes.assign(outer->tlv.begin(), outer->tlv.end());
    return whole(packet);
  }
  std::uint64_t sequence = 0;
  std::uint64_t index = 0;
  std::uint64_t count = 1;
  wire::TlvReader fields(outer->value);
  while (const auto field = fields.next()) {
    if (field->type == lp::sequence) {
      sequence = field->number().value();
    } else if (field->type == lp::frag_index) {
      index = field->number().value();
    } else if (field->type == lp::frag_count) {
      count = field->number().value();
    } else if (field->type == lp::fragment) {
      packet.bytes.assign(field->value.begin(), field->value.end());
    } else {
      decode_field(*field, packet);
    }
  }
  if (count == 1) {
    return whole(packet);
  }
  Message& message = messages_[sequence - index];
  message.parts[index] = std::move(packet.bytes);
  if (index == 0) {
    message.packet = std::move(packet);
  }
  if (message.parts.size() != count) {
    return std::nullopt;
  }
  packet = std::move(message.packet);
  packet.bytes.clear();
  for (const auto& [number, part] : message.parts) {
    packet.bytes.insert(packet.bytes.end(), part.begin(), part.end());
  }
  messages_.erase(sequence - index);
  return whole(packet);
}

}  // namespace augustus::scenario
