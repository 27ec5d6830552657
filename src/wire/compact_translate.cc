// SPDX-License-Identifier: Apache-2.0
#include "wire/compact_translate.hh"

#include <algorithm>
#include <array>

#include "base/packet_limit.hh"
#include "wire/compact_codec.hh"
#include "wire/compact_name.hh"
#include "wire/sha256.hh"
#include "wire/tlv_header.hh"
#include "wire/tlv_type.hh"

namespace augustus::wire {
namespace {

using Bytes = std::span<const std::uint8_t>;
/// Names are short; what exceeds this is not translated.
constexpr std::size_t name_bytes_max = 2048;
constexpr std::size_t outer_header_max = 4;
constexpr std::uint8_t hop_limit_unset = 255;
constexpr std::uint32_t milliseconds = 1000;

/// Appends to a fixed room; remembers whether all of it fitted.
class Writer {
 public:
  explicit Writer(std::span<std::uint8_t> room) : room_(room) {}

  void add(Bytes bytes) {
    if (reserve(bytes.size())) {
      std::ranges::copy(bytes, room_.data() + size_);
      size_ += bytes.size();
    }
  }
  void add_header(std::uint32_t type, std::size_t length) {
    std::array<std::uint8_t, 10> header;
    std::uint8_t* end = store_var_number(store_var_number(header.data(), type), length);
    add({header.data(), end});
  }
  void add_element(std::uint32_t type, Bytes value) {
    add_header(type, value.size());
    add(value);
  }
  void add_number(std::uint32_t type, std::uint64_t number) {
    std::array<std::uint8_t, 8> value;
    const std::size_t size = number_bytes(number);
    store_be(value.data(), number, size);
    add_element(type, {value.data(), size});
  }
  bool fits() const { return fits_; }
  Bytes bytes() const { return room_.first(size_); }

 private:
  bool reserve(std::size_t count) {
    fits_ = fits_ && count <= room_.size() - size_;
    return fits_;
  }

  std::span<std::uint8_t> room_;
  std::size_t size_ = 0;
  bool fits_ = true;
};

/// Calls visit(type, whole element, value) for each element; false: they are not whole.
template <typename Visit>
bool for_each_element(Bytes elements, Visit&& visit) {
  const std::uint8_t* at = elements.data();
  const std::uint8_t* const end = at + elements.size();
  TlvHeader element;
  while (at != end) {
    if (read_tlv_header(at, end, element) != TlvOutcome::ok) {
      return false;
    }
    visit(element.type, Bytes(at, element.end()), element.bytes());
    at = element.end();
  }
  return true;
}

/// What follows the Name.
Bytes elements_of(Bytes packet, const PacketView& view) {
  return packet.subspan(std::size_t{view.name_offset} + view.name_length);
}

bool has_field_of_its_own(std::uint32_t type) {
  return type == tlv_type::nonce || type == tlv_type::interest_lifetime || type == tlv_type::hop_limit;
}

bool precedes_nonce(std::uint32_t type) {
  return type == tlv_type::can_be_prefix || type == tlv_type::must_be_fresh ||
         type == tlv_type::forwarding_hint;
}

/// The rest of an Interest, as one private TLV where there is any.
void collect_interest(Bytes packet, const PacketView& view, CompactPacket& to, Writer& tlvs) {
  to.hop_limit = view.has_hop_limit ? view.hop_limit : hop_limit_unset;
  if (view.has_nonce) {
    to.nonce = view.nonce;
  }
  const Bytes elements = elements_of(packet, view);
  std::size_t rest = 0;
  for_each_element(elements, [&](std::uint32_t type, Bytes element, Bytes) {
    rest += has_field_of_its_own(type) ? 0 : element.size();
    if (type == tlv_type::interest_lifetime) {
      to.lifetime_ms = view.lifetime_ms;
    }
  });
  if (rest == 0) {
    return;
  }
  std::array<std::uint8_t, compact_tlv_header_bytes> header;
  store_be(store_be(header.data(), compact_tlv_ndn_elements, 2), rest, 2);
  tlvs.add(header);
  for_each_element(elements, [&](std::uint32_t type, Bytes element, Bytes) {
    if (!has_field_of_its_own(type)) {
      tlvs.add(element);
    }
  });
}

/// The Content is the payload; all else goes into the signature TLV. An empty Content stays with the rest,
/// as it could not be told from none.
void collect_data(Bytes packet, const PacketView& view, CompactPacket& to, Writer& tlvs) {
  if (view.freshness_ms >= milliseconds) {
    to.freshness_s = view.freshness_ms / milliseconds;
  }
  const auto is_payload = [](std::uint32_t type, Bytes value) {
    return type == tlv_type::content && !value.empty();
  };
  const Bytes elements = elements_of(packet, view);
  std::size_t rest = 0;
  for_each_element(elements, [&](std::uint32_t type, Bytes element, Bytes value) {
    if (is_payload(type, value)) {
      to.payload = value;
    } else {
      rest += element.size();
    }
  });
  std::array<std::uint8_t, compact_tlv_header_bytes> header;
  store_be(store_be(header.data(), compact_tlv::signature, 2), rest, 2);
  tlvs.add(header);
  for_each_element(elements, [&](std::uint32_t type, Bytes element, Bytes value) {
    if (!is_payload(type, value)) {
      tlvs.add(element);
    }
  });
}

void write_interest(Bytes packet, const PacketView& view, const CompactTail& tail, Writer& to) {
  const Bytes elements = tail.value(compact_tlv_ndn_elements);
  for_each_element(elements, [&](std::uint32_t type, Bytes element, Bytes) {
    if (precedes_nonce(type)) {
      to.add(element);
    }
  });
  if (view.has_nonce) {
    to.add_element(tlv_type::nonce, packet.subspan(view.nonce_offset, 4));
  }
  if (!tail.value(compact_tlv::lifetime).empty()) {
    to.add_number(tlv_type::interest_lifetime, view.lifetime_ms);
  }
  to.add_element(tlv_type::hop_limit, Bytes(&view.hop_limit, 1));
  for_each_element(elements, [&](std::uint32_t type, Bytes element, Bytes) {
    if (!precedes_nonce(type)) {
      to.add(element);
    }
  });
}

bool is_signed(Bytes elements) {
  unsigned parts = 0;
  const bool whole = for_each_element(elements, [&](std::uint32_t type, Bytes, Bytes) {
    parts += type == tlv_type::signature_info || type == tlv_type::signature_value ? 1 : 0;
  });
  return whole && parts == 2;
}

void write_data(const PacketView& view, const CompactTail& tail, Writer& to) {
  const Bytes elements = tail.value(compact_tlv::signature);
  const bool has_signature = is_signed(elements);
  if (!has_signature && view.freshness_ms != 0) {
    const std::size_t bytes = 1 + 1 + number_bytes(view.freshness_ms);
    to.add_header(tlv_type::meta_info, bytes);
    to.add_number(tlv_type::freshness_period, view.freshness_ms);
  }
  if (!has_signature) {
    to.add_element(tlv_type::content, tail.payload);
    constexpr std::uint8_t digest_sha256[] = {static_cast<std::uint8_t>(tlv_type::signature_type), 1, 0};
    to.add_element(tlv_type::signature_info, digest_sha256);
    if (to.fits()) {
      to.add_element(tlv_type::signature_value, sha256({to.bytes()}));
    }
    return;
  }
  bool written = tail.payload.empty();
  for_each_element(elements, [&](std::uint32_t type, Bytes element, Bytes) {
    if (!written && type != tlv_type::meta_info) {
      to.add_element(tlv_type::content, tail.payload);
      written = true;
    }
    to.add(element);
  });
}

}  // namespace

std::size_t translate_to_compact(Bytes packet, const PacketView& view, PacketFormat format,
                                 std::span<std::uint8_t> out) {
  std::array<std::uint8_t, name_bytes_max> name_room;
  CompactName name{.room = name_room};
  if (!compact_from_name(name_bytes(view, packet.data()), format, name)) {
    return 0;
  }
  CompactPacket to{.kind = view.kind, .name = name.bytes(), .component_ends = name.component_ends()};
  std::array<std::uint8_t, packet_bytes_max + compact_tlv_header_bytes> tlv_room;
  Writer tlvs(tlv_room);
  if (view.kind == PacketKind::data) {
    collect_data(packet, view, to, tlvs);
  } else {
    collect_interest(packet, view, to, tlvs);
  }
  to.more_tlvs = tlvs.bytes();
  return tlvs.fits() ? encode_compact(to, format, out) : 0;
}

std::size_t translate_from_compact(Bytes packet, const PacketView& view, std::span<std::uint8_t> out) {
  // The lengths in front are known last.
  if (out.size() <= outer_header_max) {
    return 0;
  }
  std::array<std::uint8_t, name_bytes_max> name_room;
  const std::size_t name_length = name_from_compact(packet, view, name_room);
  if (name_length == 0) {
    return 0;
  }
  Writer to(out.subspan(outer_header_max));
  to.add_element(tlv_type::name, Bytes(name_room).first(name_length));
  const CompactTail tail = compact_tail(packet, view);
  if (view.kind == PacketKind::interest) {
    write_interest(packet, view, tail, to);
  } else {
    write_data(view, tail, to);
  }
  const std::size_t length = to.bytes().size();
  const std::size_t header = 1 + var_number_bytes(length);
  if (!to.fits() || header > outer_header_max) {
    return 0;
  }
  out[0] = static_cast<std::uint8_t>(view.kind == PacketKind::interest ? tlv_type::interest : tlv_type::data);
  store_var_number(out.data() + 1, length);
  if (header != outer_header_max) {
    std::copy_n(out.data() + outer_header_max, length, out.data() + header);
  }
  return header + length;
}

}  // namespace augustus::wire
