// SPDX-License-Identifier: Apache-2.0
// NDN packet specification 0.3, section "Interest Packet".
#include "wire/name.hh"
#include "wire/parse_fields.hh"
#include "wire/tlv_type.hh"
#include "wire/walk_name.hh"

namespace augustus::wire {
namespace {

/// ForwardingHint = 1*Name.
ParseOutcome check_hint(const TlvHeader& hint) {
  bool has_name = false;
  for (const std::uint8_t* at = hint.value; at != hint.end();) {
    TlvHeader element;
    if (const auto outcome = read_tlv_header(at, hint.end(), element); outcome != TlvOutcome::ok) {
      return parse_outcome_of(outcome);
    }
    if (element.type == tlv_type::name) {
      const auto outcome = walk_name(element.value, element.end(), [](const TlvHeader&) {});
      if (outcome != ParseOutcome::ok) {
        return outcome;
      }
      has_name = true;
    } else if (is_critical(element.type)) {
      return ParseOutcome::unknown_critical;
    }
    at = element.end();
  }
  return has_name ? ParseOutcome::ok : ParseOutcome::malformed_field;
}

/// Takes an Interest's elements behind the Name one by one, in the order of the specification.
class InterestFields {
 public:
  InterestFields(const std::uint8_t* begin, PacketView& view) : begin_(begin), view_(view) {}

  ParseOutcome take(const std::uint8_t* at, const TlvHeader& element) {
    switch (element.type) {
      case tlv_type::can_be_prefix:
        return advance(Place::can_be_prefix) ? take_selector(element, view_.can_be_prefix)
                                             : ParseOutcome::unknown_critical;
      case tlv_type::must_be_fresh:
        return advance(Place::must_be_fresh) ? take_selector(element, view_.must_be_fresh)
                                             : ParseOutcome::unknown_critical;
      case tlv_type::forwarding_hint:
        return advance(Place::forwarding_hint) ? take_hint(at, element) : ParseOutcome::unknown_critical;
      case tlv_type::nonce:
        return advance(Place::nonce) ? take_nonce(element) : ParseOutcome::unknown_critical;
      case tlv_type::interest_lifetime:
        return advance(Place::lifetime) ? take_lifetime(element) : ParseOutcome::unknown_critical;
      // The last two are not critical: out of order they are ignored like any other.
      case tlv_type::hop_limit:
        return advance(Place::hop_limit) ? take_hop_limit(element) : ParseOutcome::ok;
      case tlv_type::application_parameters:
        has_parameters_ |= advance(Place::parameters);
        return ParseOutcome::ok;
      default:
        return is_critical(element.type) ? ParseOutcome::unknown_critical : ParseOutcome::ok;
    }
  }

  bool has_parameters() const { return has_parameters_; }

 private:
  enum class Place : std::uint8_t {
    name,
    can_be_prefix,
    must_be_fresh,
    forwarding_hint,
    nonce,
    lifetime,
    hop_limit,
    parameters
  };

  bool advance(Place place) {
    if (place <= place_) {
      return false;
    }
    place_ = place;
    return true;
  }

  ParseOutcome take_selector(const TlvHeader& element, bool& selector) {
    selector = true;
    view_.after_selectors_offset = offset16(begin_, element.end());
    return element.length == 0 ? ParseOutcome::ok : ParseOutcome::malformed_field;
  }

  ParseOutcome take_hint(const std::uint8_t* at, const TlvHeader& element) {
    view_.has_forwarding_hint = true;
    view_.hint_offset = offset16(begin_, at);
    view_.hint_length = offset16(at, element.end());
    view_.after_selectors_offset = offset16(begin_, element.end());
    return check_hint(element);
  }

  ParseOutcome take_nonce(const TlvHeader& element) {
    if (element.length != 4) {
      return ParseOutcome::malformed_field;
    }
    view_.has_nonce = true;
    view_.nonce_offset = offset16(begin_, element.value);
    view_.nonce = load_be32(element.value);
    return ParseOutcome::ok;
  }

  ParseOutcome take_lifetime(const TlvHeader& element) {
    std::uint64_t lifetime = 0;
    if (!read_number(element.bytes(), lifetime)) {
      return ParseOutcome::malformed_field;
    }
    view_.lifetime_ms = clip32(lifetime);
    return ParseOutcome::ok;
  }

  ParseOutcome take_hop_limit(const TlvHeader& element) {
    if (element.length != 1) {
      return ParseOutcome::malformed_field;
    }
    view_.has_hop_limit = true;
    view_.hop_limit_offset = offset16(begin_, element.value);
    view_.hop_limit = *element.value;
    return ParseOutcome::ok;
  }

  const std::uint8_t* begin_;
  PacketView& view_;
  Place place_ = Place::name;
  bool has_parameters_ = false;
};

}  // namespace

ParseOutcome parse_interest(const std::uint8_t* begin, const std::uint8_t* at, const std::uint8_t* end,
                            PacketView& view) {
  view.kind = PacketKind::interest;
  NameShape name;
  if (const auto outcome = parse_name_element(begin, at, end, view, name); outcome != ParseOutcome::ok) {
    return outcome;
  }
  if (view.component_count == 0) {
    return ParseOutcome::empty_name;
  }
  view.has_implicit_digest = name.last_type == component_type::implicit_digest;
  view.after_selectors_offset = offset16(begin, name.end);
  InterestFields fields(begin, view);
  for (at = name.end; at != end;) {
    TlvHeader element;
    if (const auto outcome = read_tlv_header(at, end, element); outcome != TlvOutcome::ok) [[unlikely]] {
      return parse_outcome_of(outcome);
    }
    if (const auto outcome = fields.take(at, element); outcome != ParseOutcome::ok) [[unlikely]] {
      return outcome;
    }
    at = element.end();
  }
  if (name.parameters_digests > 1 || (fields.has_parameters() && name.parameters_digests == 0)) {
    return ParseOutcome::malformed_name;
  }
  return view.has_hop_limit && view.hop_limit == 0 ? ParseOutcome::hop_limit_zero : ParseOutcome::ok;
}

}  // namespace augustus::wire
