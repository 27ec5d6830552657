// SPDX-License-Identifier: Apache-2.0
#include "wire/data.hh"

#include <algorithm>
#include <tuple>

#include "wire/parse_packet.hh"
#include "wire/sha256.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::wire {
namespace {

const std::vector<std::uint8_t> digest_signature_info{0x1b, 0x01, 0x00};  // SignatureType = DigestSha256

bool is_digest_signed(const Data& data) {
  if (data.signature_info.empty()) {
    return true;
  }
  const auto type = TlvReader(data.signature_info).next();
  return type && type->type == tlv_type::signature_type && type->number() == 0;
}

void read_meta_info(Data& data, std::span<const std::uint8_t> value) {
  TlvReader reader(value);
  while (const auto element = reader.next()) {
    if (element->type == tlv_type::content_type) {
      data.content_type = *element->number();
    } else if (element->type == tlv_type::freshness_period) {
      data.freshness_ms = element->number();
    } else if (element->type == tlv_type::final_block_id) {
      data.final_block_id = element->copy();
    }
  }
}

/// Reads Name, MetaInfo, Content, SignatureInfo and SignatureValue of what parse_packet accepted.
Data read_elements(std::span<const std::uint8_t> elements) {
  Data data;
  TlvReader reader(elements);
  while (const auto element = reader.next()) {
    switch (element->type) {
      case tlv_type::name:
        data.name = *Name::from_value(element->value);
        break;
      case tlv_type::meta_info:
        read_meta_info(data, element->value);
        break;
      case tlv_type::content:
        data.content = element->copy();
        break;
      case tlv_type::signature_info:
        data.signature_info = element->copy();
        break;
      case tlv_type::signature_value:
        data.signature_value = element->copy();
        break;
      default:
        break;
    }
  }
  return data;
}

auto signed_fields(const Data& data) {
  return std::tie(data.name, data.content_type, data.freshness_ms, data.final_block_id, data.content,
                  data.signature_info);
}

void write_meta_info(TlvWriter& writer, const Data& data) {
  if (data.content_type == 0 && !data.freshness_ms && !data.final_block_id) {
    return;
  }
  writer.nested(tlv_type::meta_info, [&](TlvWriter& meta_info) {
    if (data.content_type != 0) {
      meta_info.number(tlv_type::content_type, data.content_type);
    }
    if (data.freshness_ms) {
      meta_info.number(tlv_type::freshness_period, *data.freshness_ms);
    }
    if (data.final_block_id) {
      meta_info.element(tlv_type::final_block_id, *data.final_block_id);
    }
  });
}

/// SignatureInfo starts with a SignatureType, and a DigestSha256 has 32 bytes.
bool signature_well_formed(const Data& data) {
  const auto type = TlvReader(data.signature_info).next();
  return type && type->type == tlv_type::signature_type && type->number() &&
         (*type->number() != 0 || data.signature_value.size() == 32);
}

/// Where the SignatureValue element begins in the value of a Data TLV.
std::size_t signature_value_offset(std::span<const std::uint8_t> elements) {
  TlvReader reader(elements);
  std::size_t offset = 0;
  while (reader.peek_type() != tlv_type::signature_value) {
    const auto element = reader.next();
    if (!element) {
      break;
    }
    offset += element->tlv.size();
  }
  return offset;
}

}  // namespace

std::vector<std::uint8_t> Data::signed_portion() const {
  if (!received_portion.empty() && signed_fields(read_elements(received_portion)) == signed_fields(*this)) {
    return received_portion;
  }
  TlvWriter writer;
  writer.element(tlv_type::name, name.value());
  write_meta_info(writer, *this);
  if (!content.empty()) {
    writer.element(tlv_type::content, content);
  }
  writer.element(tlv_type::signature_info, signature_info.empty() ? digest_signature_info : signature_info);
  return writer.take();
}

std::vector<std::uint8_t> Data::encode() const {
  const auto portion = signed_portion();
  TlvWriter writer;
  writer.raw(portion);
  if (signature_value.empty() && is_digest_signed(*this)) {
    writer.element(tlv_type::signature_value, sha256({portion}));
  } else {
    writer.element(tlv_type::signature_value, signature_value);
  }
  return TlvWriter().element(tlv_type::data, writer.bytes()).take();
}

std::optional<Data> Data::decode(std::span<const std::uint8_t> packet) {
  PacketView view;
  if (parse_packet(packet, view) != ParseOutcome::ok || view.kind != PacketKind::data) {
    return std::nullopt;
  }
  const auto elements = TlvReader(packet).next()->value;
  Data data = read_elements(elements);
  if (!signature_well_formed(data)) {
    return std::nullopt;
  }
  const auto portion = elements.first(signature_value_offset(elements));
  data.received_portion.assign(portion.begin(), portion.end());
  return data;
}

std::array<std::uint8_t, 32> implicit_digest(std::span<const std::uint8_t> data_tlv) {
  return sha256({data_tlv});
}

}  // namespace augustus::wire
