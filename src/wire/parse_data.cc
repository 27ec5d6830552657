// SPDX-License-Identifier: Apache-2.0
// NDN packet specification 0.3, section "Data Packet".
#include "wire/parse_fields.hh"
#include "wire/tlv_type.hh"
#include "wire/walk_name.hh"

namespace augustus::wire {
namespace {

/// FinalBlockId holds exactly one name component.
ParseOutcome check_final_block(const TlvHeader& element) {
  unsigned components = 0;
  const auto outcome = walk_name(element.value, element.end(), [&](const TlvHeader&) { ++components; });
  if (outcome != ParseOutcome::ok) {
    return outcome;
  }
  return components == 1 ? ParseOutcome::ok : ParseOutcome::malformed_field;
}

ParseOutcome take_meta_field(const TlvHeader& element, PacketView& view) {
  if (element.type == tlv_type::final_block_id) {
    return check_final_block(element);
  }
  std::uint64_t number = 0;
  if (!read_number(element.bytes(), number)) {
    return ParseOutcome::malformed_field;
  }
  if (element.type == tlv_type::content_type) {
    view.content_type = number > 254 ? 255 : static_cast<std::uint8_t>(number);
  } else {
    view.freshness_ms = clip32(number);
  }
  return ParseOutcome::ok;
}

/// MetaInfo = [ContentType] [FreshnessPeriod] [FinalBlockId]; their types ascend.
ParseOutcome parse_meta_info(const TlvHeader& meta_info, PacketView& view) {
  std::uint32_t last = 0;
  for (const std::uint8_t* at = meta_info.value; at != meta_info.end();) {
    TlvHeader element;
    if (const auto outcome = read_tlv_header(at, meta_info.end(), element); outcome != TlvOutcome::ok) {
      return parse_outcome_of(outcome);
    }
    const bool recognised =
        element.type >= tlv_type::content_type && element.type <= tlv_type::final_block_id;
    if (recognised && element.type > last) {
      last = element.type;
      if (const auto outcome = take_meta_field(element, view); outcome != ParseOutcome::ok) {
        return outcome;
      }
    } else if (is_critical(element.type)) {
      return ParseOutcome::unknown_critical;
    }
    at = element.end();
  }
  return ParseOutcome::ok;
}

}  // namespace

ParseOutcome parse_data(const std::uint8_t* begin, const std::uint8_t* at, const std::uint8_t* end,
                        PacketView& view) {
  view.kind = PacketKind::data;
  NameShape name;
  if (const auto outcome = parse_name_element(begin, at, end, view, name); outcome != ParseOutcome::ok) {
    return outcome;
  }
  std::uint32_t last = 0;
  bool has_signature_info = false;
  for (at = name.end; at != end;) {
    TlvHeader element;
    if (const auto outcome = read_tlv_header(at, end, element); outcome != TlvOutcome::ok) [[unlikely]] {
      return parse_outcome_of(outcome);
    }
    at = element.end();
    // MetaInfo, Content, SignatureInfo and SignatureValue ascend by one, and all are critical.
    const bool recognised = element.type >= tlv_type::meta_info && element.type <= tlv_type::signature_value;
    if (!recognised || element.type <= last) {
      if (is_critical(element.type)) {
        return ParseOutcome::unknown_critical;
      }
      continue;
    }
    last = element.type;
    has_signature_info |= element.type == tlv_type::signature_info;
    if (element.type == tlv_type::meta_info) {
      if (const auto outcome = parse_meta_info(element, view); outcome != ParseOutcome::ok) {
        return outcome;
      }
    }
  }
  return has_signature_info && last == tlv_type::signature_value ? ParseOutcome::ok
                                                                 : ParseOutcome::missing_signature;
}

}  // namespace augustus::wire
