// SPDX-License-Identifier: Apache-2.0
#include "wire/interest.hh"

#include <openssl/rand.h>

#include <algorithm>
#include <stdexcept>

#include "wire/parse_packet.hh"
#include "wire/sha256.hh"
#include "wire/tlv_header.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::wire {
namespace {

std::uint32_t draw_nonce() {
  std::uint8_t bytes[4];
  if (RAND_bytes(bytes, sizeof(bytes)) != 1) {
    throw std::runtime_error("no random bytes for a nonce");
  }
  return load_be32(bytes);
}

/// A signed Interest always carries ApplicationParameters, if empty ones.
bool has_parameters(const Interest& interest) {
  return interest.parameters || interest.signature_info || interest.signature_value;
}

std::vector<std::uint8_t> parameter_elements(const Interest& interest, bool with_signature_value) {
  TlvWriter writer;
  if (has_parameters(interest)) {
    writer.element(tlv_type::application_parameters,
                   interest.parameters.value_or(std::vector<std::uint8_t>{}));
  }
  if (interest.signature_info) {
    writer.element(tlv_type::interest_signature_info, *interest.signature_info);
  }
  if (interest.signature_value && with_signature_value) {
    writer.element(tlv_type::interest_signature_value, *interest.signature_value);
  }
  return writer.take();
}

Name with_parameters_digest(const Name& name, std::span<const std::uint8_t> digest) {
  Name result;
  bool placed = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto component = name[i];
    if (component.type != component_type::parameters_digest) {
      result.append(component.type, component.value);
    } else if (!placed) {
      result.append(component_type::parameters_digest, digest);
      placed = true;
    }
  }
  return placed ? result : result.append(component_type::parameters_digest, digest);
}

void write_hint(TlvWriter& writer, const std::vector<Name>& names) {
  if (names.empty()) {
    return;
  }
  writer.nested(tlv_type::forwarding_hint, [&](TlvWriter& hint) {
    for (const Name& name : names) {
      hint.element(tlv_type::name, name.value());
    }
  });
}

std::vector<Name> read_hint(std::span<const std::uint8_t> value) {
  std::vector<Name> names;
  TlvReader reader(value);
  while (const auto element = reader.next()) {
    if (auto name = element->type == tlv_type::name ? Name::from_value(element->value) : std::nullopt) {
      names.push_back(*std::move(name));
    }
  }
  return names;
}

/// Takes an element behind the Name. Those that are not critical count only in their order, as parse_packet
/// has it; `last` is the latest of them.
void take_element(Interest& interest, const TlvReader::Element& element, std::uint32_t& last) {
  switch (element.type) {
    case tlv_type::can_be_prefix:
      interest.can_be_prefix = true;
      return;
    case tlv_type::must_be_fresh:
      interest.must_be_fresh = true;
      return;
    case tlv_type::forwarding_hint:
      interest.forwarding_hint = read_hint(element.value);
      return;
    case tlv_type::nonce:
      interest.nonce = load_be32(element.value.data());
      return;
    case tlv_type::interest_lifetime:
      interest.lifetime_ms = element.number();
      return;
    default:
      break;
  }
  if (element.type <= last) {
    return;
  }
  if (element.type == tlv_type::hop_limit) {
    interest.hop_limit = element.value[0];
  } else if (element.type == tlv_type::application_parameters) {
    interest.parameters = element.copy();
  } else if (element.type == tlv_type::interest_signature_info && interest.parameters) {
    interest.signature_info = element.copy();
  } else if (element.type == tlv_type::interest_signature_value && interest.signature_info) {
    interest.signature_value = element.copy();
  } else {
    return;
  }
  last = element.type;
}

}  // namespace

std::vector<std::uint8_t> Interest::encode() const {
  const auto parameter_bytes = parameter_elements(*this, true);
  TlvWriter writer;
  writer.element(tlv_type::name, parameter_bytes.empty()
                                     ? name.value()
                                     : with_parameters_digest(name, sha256({parameter_bytes})).value());
  if (can_be_prefix) {
    writer.flag(tlv_type::can_be_prefix);
  }
  if (must_be_fresh) {
    writer.flag(tlv_type::must_be_fresh);
  }
  write_hint(writer, forwarding_hint);
  std::uint8_t nonce_bytes[4];
  store_be32(nonce_bytes, nonce ? *nonce : draw_nonce());
  writer.element(tlv_type::nonce, nonce_bytes);
  if (lifetime_ms) {
    writer.number(tlv_type::interest_lifetime, *lifetime_ms);
  }
  if (hop_limit) {
    writer.element(tlv_type::hop_limit, {&*hop_limit, 1});
  }
  writer.raw(parameter_bytes);
  return TlvWriter().element(tlv_type::interest, writer.bytes()).take();
}

std::optional<Interest> Interest::decode(std::span<const std::uint8_t> packet) {
  PacketView view;
  const auto outcome = parse_packet(packet, view);
  // HopLimit 0 is well formed; it is only not to be forwarded.
  if ((outcome != ParseOutcome::ok && outcome != ParseOutcome::hop_limit_zero) ||
      view.kind != PacketKind::interest) {
    return std::nullopt;
  }
  const auto outer = TlvReader(packet).next();
  TlvReader reader(outer->value);
  Interest interest;
  interest.name = *Name::from_value(reader.next()->value);
  std::uint32_t last = 0;
  while (const auto element = reader.next()) {
    take_element(interest, *element, last);
  }
  return interest;
}

std::vector<std::uint8_t> Interest::signed_portion() const {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (const auto component = name[i]; component.type != component_type::parameters_digest) {
      bytes.insert(bytes.end(), component.tlv.begin(), component.tlv.end());
    }
  }
  const auto parameter_bytes = parameter_elements(*this, false);
  bytes.insert(bytes.end(), parameter_bytes.begin(), parameter_bytes.end());
  return bytes;
}

bool Interest::parameters_digest_valid() const {
  const auto parameter_bytes = parameter_elements(*this, true);
  if (parameter_bytes.empty()) {
    return true;
  }
  const auto digest = sha256({parameter_bytes});
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (const auto component = name[i]; component.type == component_type::parameters_digest) {
      return std::ranges::equal(component.value, digest);
    }
  }
  return false;
}

}  // namespace augustus::wire
