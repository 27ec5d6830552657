// SPDX-License-Identifier: Apache-2.0
#include "wire/rewrite.hh"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "wire/interest.hh"
#include "wire/parse_packet.hh"
#include "wire/tlv_writer.hh"

namespace augustus::wire::rewrite_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

PacketView parsed(const Bytes& packet) {
  PacketView view;
  EXPECT_EQ(parse_packet(packet, view), ParseOutcome::ok);
  return view;
}

Interest full_interest() {
  Interest interest;
  interest.name = Name::literal("/a/b");
  interest.must_be_fresh = true;
  interest.forwarding_hint = {Name::literal("/h/1"), Name::literal("/h/2")};
  interest.nonce = 1;
  interest.hop_limit = 7;
  return interest;
}

TEST(Rewrite, SetsNonceAndHopLimitInPlace) {
  Bytes packet = full_interest().encode();
  const PacketView view = parsed(packet);
  set_nonce(packet, view, 0xdeadbeef);
  set_hop_limit(packet, view, 6);
  Interest expected = full_interest();
  expected.nonce = 0xdeadbeef;
  expected.hop_limit = 6;
  EXPECT_EQ(packet, expected.encode());
}

/// The same Interest with its Nonce taken out by hand.
Bytes without_nonce(Bytes packet) {
  const PacketView view = parsed(packet);
  const auto begin = packet.begin() + view.nonce_offset - 2;
  packet.erase(begin, begin + 6);
  packet[1] = static_cast<std::uint8_t>(packet[1] - 6);
  return packet;
}

TEST(Rewrite, AddsANonceInItsPlace) {
  const Bytes packet = without_nonce(full_interest().encode());
  const PacketView view = parsed(packet);
  ASSERT_FALSE(view.has_nonce);
  Bytes out(packet.size() + 6);
  EXPECT_EQ(copy_with_nonce(packet, view, 1, out), out.size());
  EXPECT_EQ(out, full_interest().encode());
  EXPECT_EQ(copy_with_nonce(packet, view, 1, std::span(out).first(out.size() - 1)), 0U);
}

TEST(Rewrite, GrowsTheOuterLengthWhenANonceNeedsIt) {
  for (const std::size_t text : {241, 242, 243, 244}) {
    Interest interest;
    interest.name = Name().append(std::string(text, 'x'));
    interest.nonce = 5;
    const Bytes expected = interest.encode();
    const Bytes bare = TlvWriter().element(5, interest.name.tlv()).take();
    ASSERT_EQ(bare[1], text + 4);
    Bytes out(expected.size());
    EXPECT_EQ(copy_with_nonce(bare, parsed(bare), 5, out), expected.size());
    EXPECT_EQ(out, expected);
  }
}

TEST(Rewrite, TakesTheHintOut) {
  const Bytes packet = full_interest().encode();
  const PacketView view = parsed(packet);
  Interest expected = full_interest();
  expected.forwarding_hint.clear();
  const Bytes plain = expected.encode();
  Bytes out(plain.size());
  EXPECT_EQ(copy_without_hint(packet, view, out), plain.size());
  EXPECT_EQ(out, plain);
  EXPECT_EQ(copy_without_hint(packet, view, std::span(out).first(out.size() - 1)), 0U);
}

TEST(Rewrite, ShrinksTheOuterLengthToShortestForm) {
  Interest interest = full_interest();
  interest.forwarding_hint.assign(30, Name::literal("/region/name"));
  const Bytes packet = interest.encode();
  ASSERT_EQ(packet[1], 253);
  interest.forwarding_hint.clear();
  const Bytes plain = interest.encode();
  Bytes out(packet.size());
  out.resize(copy_without_hint(packet, parsed(packet), out));
  EXPECT_EQ(out, plain);
}

TEST(Rewrite, VisitsTheHintInOrderUntilToldToStop) {
  const Bytes packet = full_interest().encode();
  const PacketView view = parsed(packet);
  std::vector<std::string> seen;
  visit_hint(packet, view, [&](std::span<const std::uint8_t> name) {
    seen.push_back(Name::from_value(name)->uri());
    return false;
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"/h/1", "/h/2"}));
  unsigned calls = 0;
  visit_hint(packet, view, [&](std::span<const std::uint8_t>) { return ++calls > 0; });
  EXPECT_EQ(calls, 1U);
}

TEST(Rewrite, VisitsNothingWithoutAHint) {
  Interest interest = full_interest();
  interest.forwarding_hint.clear();
  const Bytes packet = interest.encode();
  visit_hint(packet, parsed(packet), [](std::span<const std::uint8_t>) {
    ADD_FAILURE();
    return false;
  });
}

}  // namespace
}  // namespace augustus::wire::rewrite_test
