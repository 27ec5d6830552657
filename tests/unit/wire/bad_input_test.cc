// SPDX-License-Identifier: Apache-2.0
// Truncated and mutated packets: refused, or accepted with every offset inside; never read past their end
// (the sanitizer build sees it: buffers are exactly as large as the packet).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/wire/exact_buffer.hh"
#include "unit/wire/generate_packet.hh"
#include "unit/wire/view_invariants.hh"
#include "wire/tlv_reader.hh"

namespace augustus::wire::bad_input_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// `packet` with bytes changed, inserted, removed or doubled in one to four places.
Bytes mutated(Bytes packet) {
  const auto count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count && !packet.empty(); ++i) {
    const auto at =
        packet.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(packet.size()));
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        *at = *rc::gen::arbitrary<std::uint8_t>();
        break;
      case 1:
        packet.insert(at, *rc::gen::arbitrary<std::uint8_t>());
        break;
      case 2:
        packet.erase(at);
        break;
      default:
        *at = static_cast<std::uint8_t>(*at + 1);
        break;
    }
  }
  return packet;
}

/// Repairs the outer length where one byte holds it, so that mutations get past it.
Bytes with_outer_length(Bytes packet) {
  if (packet.size() >= 2 && packet.size() - 2 < 253) {
    packet[1] = static_cast<std::uint8_t>(packet.size() - 2);
  }
  return packet;
}

Bytes lp_packet(const LpMessage& message) {
  Bytes packet(lp_header_bytes_max + message.announcement.size());
  packet.resize(encode_lp_header(message.header_with_spans(), message.payload.size(), packet));
  packet.insert(packet.end(), message.payload.begin(), message.payload.end());
  return packet;
}

template <typename Refused>
void check_every_truncation(const Bytes& packet, Refused&& refused) {
  for (std::size_t size = 0; size < packet.size(); ++size) {
    const ExactBuffer cut(std::span<const std::uint8_t>(packet).first(size));
    RC_ASSERT(refused(cut.bytes()));
    if (size >= 2 && size - 2 < 253) {
      // The same bytes under an outer length that fits them: what is inside is cut.
      const ExactBuffer fitted(
          with_outer_length(Bytes(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(size))));
      refused(fitted.bytes());
    }
  }
}

RC_GTEST_PROP(BadInput, ATruncatedInterestIsRefused, ()) {
  check_every_truncation((*arbitrary_interest()).encode(), [](std::span<const std::uint8_t> packet) {
    Interest::decode(packet);
    PacketView view;
    return parse_packet(packet, view) == ParseOutcome::truncated;
  });
}

RC_GTEST_PROP(BadInput, ATruncatedDataIsRefused, ()) {
  check_every_truncation((*arbitrary_data()).encode(), [](std::span<const std::uint8_t> packet) {
    Data::decode(packet);
    PacketView view;
    return parse_packet(packet, view) == ParseOutcome::truncated;
  });
}

RC_GTEST_PROP(BadInput, ATruncatedLpPacketIsRefused, ()) {
  const Bytes packet = lp_packet(*arbitrary_lp_message());
  check_every_truncation(packet, [](std::span<const std::uint8_t> cut) {
    LpHeader header;
    return decode_lp(cut, header) == LpOutcome::truncated;
  });
}

RC_GTEST_PROP(BadInput, AMutatedInterestKeepsEveryOffsetInside, ()) {
  const Bytes packet = mutated((*arbitrary_interest()).encode());
  for (const Bytes& bytes : {packet, with_outer_length(packet)}) {
    const ExactBuffer exact(bytes);
    RC_ASSERT(view_is_inside(exact.bytes()));
    Interest::decode(exact.bytes());
  }
}

RC_GTEST_PROP(BadInput, AMutatedDataKeepsEveryOffsetInside, ()) {
  const Bytes packet = mutated((*arbitrary_data()).encode());
  for (const Bytes& bytes : {packet, with_outer_length(packet)}) {
    const ExactBuffer exact(bytes);
    RC_ASSERT(view_is_inside(exact.bytes()));
    Data::decode(exact.bytes());
  }
}

RC_GTEST_PROP(BadInput, AMutatedLpPacketKeepsItsFragmentInside, ()) {
  const Bytes packet = mutated(lp_packet(*arbitrary_lp_message()));
  for (const Bytes& bytes : {packet, with_outer_length(packet)}) {
    const ExactBuffer exact(bytes);
    RC_ASSERT(lp_header_is_inside(exact.bytes()));
  }
}

RC_GTEST_PROP(BadInput, RandomBytesAreReadInBoundsOnly, ()) {
  const ExactBuffer exact(*bytes_up_to(60));
  RC_ASSERT(view_is_inside(exact.bytes()));
  RC_ASSERT(lp_header_is_inside(exact.bytes()));
  Name::from_value(exact.bytes());
  TlvReader reader(exact.bytes());
  while (reader.next()) {
  }
}

}  // namespace
}  // namespace augustus::wire::bad_input_test
