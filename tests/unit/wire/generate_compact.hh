// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "unit/wire/generate.hh"
#include "wire/compact_codec.hh"

namespace augustus::wire {

/// A CompactPacket with the bytes that it refers to.
struct OwnedCompact {
  PacketFormat format = PacketFormat::compact;
  CompactPacket fields;  ///< its spans are set by packet()
  std::vector<std::uint8_t> name;
  std::vector<std::uint16_t> ends;  ///< the last is the name's length
  std::vector<std::uint8_t> payload;

  CompactPacket packet() const {
    CompactPacket filled = fields;
    filled.name = name;
    filled.component_ends = ends;
    filled.payload = payload;
    return filled;
  }
  std::vector<std::uint8_t> encode() const {
    std::vector<std::uint8_t> bytes(9000);
    bytes.resize(encode_compact(packet(), format, bytes));
    return bytes;
  }
};

inline rc::Gen<std::optional<std::uint32_t>> maybe_number() {
  return rc::gen::exec([]() -> std::optional<std::uint32_t> {
    if (*rc::gen::arbitrary<bool>()) {
      return *rc::gen::arbitrary<std::uint32_t>();
    }
    return std::nullopt;
  });
}

/// Any packet of either layout, of up to `components` components. Those of the 2016 layout end with '/' but
/// for the last, which does not.
inline rc::Gen<OwnedCompact> arbitrary_compact(unsigned components = 6) {
  return rc::gen::exec([components] {
    OwnedCompact made;
    made.format = *rc::gen::elementOf(std::vector{PacketFormat::compact, PacketFormat::compact_2016});
    const auto count = *rc::gen::inRange(1U, components + 1);
    for (unsigned i = 0; i < count; ++i) {
      auto component = *bytes_up_to(*rc::gen::inRange(1, 30));
      component.push_back(made.format == PacketFormat::compact_2016 && i + 1 < count ? '/' : 'x');
      made.name.insert(made.name.end(), component.begin(), component.end());
      made.ends.push_back(static_cast<std::uint16_t>(made.name.size()));
    }
    made.fields.kind = *rc::gen::elementOf(std::vector{PacketKind::interest, PacketKind::data});
    made.fields.hop_limit = *rc::gen::inRange<std::uint8_t>(1, 255);
    if (made.fields.kind == PacketKind::interest) {
      made.fields.nonce = *maybe_number();
      made.fields.lifetime_ms = *maybe_number();
    } else {
      made.fields.freshness_s = *maybe_number();
      made.payload = *bytes_up_to(60);
    }
    return made;
  });
}

}  // namespace augustus::wire
