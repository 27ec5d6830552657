// SPDX-License-Identifier: Apache-2.0
// Every field of Interest, Data and LpHeader comes back as it was written.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/wire/exact_buffer.hh"
#include "unit/wire/generate_packet.hh"
#include "unit/wire/same_fields.hh"
#include "wire/parse_packet.hh"

namespace augustus::wire::round_trip_test {
namespace {

RC_GTEST_PROP(RoundTrip, Interest, ()) {
  const Interest interest = *arbitrary_interest();
  const ExactBuffer packet(interest.encode());
  auto decoded = Interest::decode(packet.bytes());
  RC_ASSERT(decoded.has_value());
  RC_ASSERT(decoded->parameters_digest_valid() || !interest.parameters);
  if (interest.parameters) {  // encode() put the digest in
    decoded->name = interest.name;
  }
  RC_ASSERT(same_fields(*decoded, interest));
}

RC_GTEST_PROP(RoundTrip, ParsePacketSeesTheSameInterest, ()) {
  const Interest interest = *arbitrary_interest();
  const ExactBuffer packet(interest.encode());
  PacketView view;
  const auto outcome = parse_packet(packet.bytes(), view);
  RC_ASSERT(outcome == (interest.hop_limit == 0 ? ParseOutcome::hop_limit_zero : ParseOutcome::ok));
  RC_ASSERT(view.can_be_prefix == interest.can_be_prefix);
  RC_ASSERT(view.must_be_fresh == interest.must_be_fresh);
  RC_ASSERT(view.has_forwarding_hint == !interest.forwarding_hint.empty());
  RC_ASSERT(view.nonce == interest.nonce);
  RC_ASSERT(view.has_hop_limit == interest.hop_limit.has_value());
  RC_ASSERT(view.hop_limit == interest.hop_limit.value_or(0));
  RC_ASSERT(view.lifetime_ms == std::min<std::uint64_t>(interest.lifetime_ms.value_or(4000), 0xffffffff));
}

RC_GTEST_PROP(RoundTrip, Data, ()) {
  const Data data = *arbitrary_data();
  const auto encoded = data.encode();
  const ExactBuffer packet(encoded);
  const auto decoded = Data::decode(packet.bytes());
  RC_ASSERT(decoded.has_value());
  RC_ASSERT(same_fields(*decoded, data));
  RC_ASSERT(decoded->encode() == encoded);
  RC_ASSERT(decoded->signed_portion() == data.signed_portion());
}

RC_GTEST_PROP(RoundTrip, LpHeader, ()) {
  const LpMessage message = *arbitrary_lp_message();
  std::vector<std::uint8_t> packet(lp_header_bytes_max + message.announcement.size());
  const std::size_t bytes = encode_lp_header(message.header_with_spans(), message.payload.size(), packet);
  RC_ASSERT(bytes > 0U);
  packet.resize(bytes);
  packet.insert(packet.end(), message.payload.begin(), message.payload.end());
  const ExactBuffer exact(packet);
  LpHeader decoded;
  RC_ASSERT(decode_lp(exact.bytes(), decoded) == LpOutcome::ok);
  RC_ASSERT(same_fields(decoded, message.header_with_spans()));
}

}  // namespace
}  // namespace augustus::wire::round_trip_test
