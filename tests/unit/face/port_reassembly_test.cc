// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>

#include "face/port/ip_reassembler.hh"
#include "port_frames.hh"

namespace augustus::face::port_reassembly_test {
namespace {

using frames::Piece;

constexpr TimeNs start = nanoseconds_per_second;

class IpReassemblerTest : public testing::Test {
 protected:
  explicit IpReassemblerTest(const IpReassembler::Limits& limits = {})
      : before(pool().in_use()), reassembler(std::make_unique<IpReassembler>(pool(), counters, limits)) {}
  ~IpReassemblerTest() override {
    reassembler.reset();
    EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
  }

  /// The packet's payload when this fragment completes it, else nothing.
  Bytes add(const Bytes& whole, const Piece& piece, std::uint32_t id = 1, TimeNs now = start,
            const char* source = "192.0.2.2") {
    IpView ip{};
    ip.source = *IpAddress::parse(source);
    ip.destination = *IpAddress::parse("192.0.2.1");
    ip.protocol = protocol_udp;
    ip.is_fragment = true;
    ip.more_fragments = piece.more;
    ip.fragment_offset = static_cast<std::uint16_t>(piece.offset);
    ip.fragment_id = id;
    rte_mbuf* buffer = pool().copy_of(frames::part(whole, piece.offset, piece.length));
    ip.payload = packet_bytes(buffer);
    rte_mbuf* packet = reassembler->receive(buffer, ip, now);
    if (packet == nullptr) {
      return {};
    }
    EXPECT_FALSE(ip.is_fragment);
    EXPECT_EQ(ip.payload.data(), packet_bytes(packet).data());
    const Bytes bytes(ip.payload.begin(), ip.payload.end());
    rte_pktmbuf_free(packet);
    return bytes;
  }
  std::uint64_t dropped(PortDrop reason) const { return counters.dropped(reason); }

  unsigned before;
  PortCounters counters;
  std::unique_ptr<IpReassembler> reassembler;
};

TEST_F(IpReassemblerTest, PutsFragmentsTogetherInEveryOrder) {
  const Bytes whole = data(5000, 1);
  auto list = frames::pieces(whole.size());
  std::vector<std::size_t> order{0, 1, 2, 3};
  do {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Bytes got = add(whole, list[order[i]]);
      EXPECT_EQ(got, i + 1 == order.size() ? whole : Bytes{});
    }
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(counters.in_reassembled.value(), 24u);
}

TEST_F(IpReassemblerTest, KeepsPacketsApart) {
  const Bytes one = data(3000, 1), two = data(3000, 2);
  const auto list = frames::pieces(3000);
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    EXPECT_TRUE(add(one, list[i], 1).empty());
    EXPECT_TRUE(add(two, list[i], 2).empty());
  }
  EXPECT_EQ(add(two, list.back(), 2), two);
  EXPECT_EQ(add(one, list.back(), 1), one);
}

TEST_F(IpReassemblerTest, RepeatedFragmentIsIgnored) {
  const Bytes whole = data(3000, 1);
  const auto list = frames::pieces(3000);
  add(whole, list[0]);
  add(whole, list[0]);
  add(whole, list[1]);
  EXPECT_EQ(add(whole, list[2]), whole);
  EXPECT_EQ(dropped(PortDrop::fragment_duplicate), 1u);
}

TEST_F(IpReassemblerTest, OverlapCondemnsThePacket) {
  const Bytes whole = data(3000, 1);
  for (const Piece& overlapping :
       {Piece{8, 1480, true}, Piece{1472, 16, true}, Piece{0, 1488, true}, Piece{0, 1400, true}}) {
    add(whole, {0, 1480, true});
    EXPECT_TRUE(add(whole, overlapping).empty());
    EXPECT_TRUE(add(whole, {1480, 1520, false}).empty()) << "nothing is left of it";
    reassembler->expire(start + 2 * nanoseconds_per_second);
  }
  EXPECT_EQ(dropped(PortDrop::fragment_overlap), 8u) << "each with the one it overlapped";
  EXPECT_EQ(counters.in_reassembled.value(), 0u);
}

TEST_F(IpReassemblerTest, SecondEndCondemnsThePacket) {
  const Bytes whole = data(3000, 1);
  add(whole, {1480, 16, false});
  add(whole, {2960, 40, false});
  add(whole, {1480, 1520, true}, 2);
  add(whole, {0, 16, false}, 2);
  EXPECT_EQ(dropped(PortDrop::fragment_overlap), 4u);
  EXPECT_EQ(reassembler->expire(start), time_never);
}

TEST_F(IpReassemblerTest, MissingFragmentEndsWithTheTimeout) {
  const Bytes whole = data(3000, 1);
  const auto list = frames::pieces(3000);
  add(whole, list[0]);
  EXPECT_EQ(reassembler->expire(start), start + nanoseconds_per_second);
  add(whole, list[2], 1, start + nanoseconds_per_second - 1);
  EXPECT_EQ(reassembler->expire(start + nanoseconds_per_second), time_never);
  EXPECT_EQ(dropped(PortDrop::reassembly_expired), 2u);
  EXPECT_TRUE(add(whole, list[1]).empty());
}

TEST_F(IpReassemblerTest, TooLongPacketIsRefused) {
  const Bytes whole = data(9216 + 8, 1);
  add(whole, {0, 1480, true});
  add(whole, {8880, 344, false});
  EXPECT_EQ(dropped(PortDrop::fragments_too_long), 2u);
  EXPECT_EQ(reassembler->expire(start), time_never);
  add(whole, {8880, 336, false}, 2);
  EXPECT_EQ(dropped(PortDrop::fragments_too_long), 2u) << "this one just fits";
}

class SmallIpReassemblerTest : public IpReassemblerTest {
 protected:
  SmallIpReassemblerTest() : IpReassemblerTest({.packets = 4, .buffers = 8, .buffers_per_packet = 3}) {}
};

TEST_F(SmallIpReassemblerTest, OldestPacketMakesRoom) {
  const Bytes whole = data(3000, 1);
  const auto list = frames::pieces(3000);
  for (std::uint32_t id = 0; id < 5; ++id) {
    add(whole, list[0], id);
  }
  EXPECT_EQ(dropped(PortDrop::reassembly_full), 1u);
  for (std::uint32_t id = 1; id < 5; ++id) {
    add(whole, list[1], id);
    EXPECT_EQ(add(whole, list[2], id), whole) << id;
  }
}

TEST_F(SmallIpReassemblerTest, WhoHasMostWaitingMakesRoom) {
  const Bytes whole = data(3000, 1);
  const auto list = frames::pieces(whole.size());
  EXPECT_TRUE(add(whole, list[0], 1, start, "198.51.100.1").empty());
  for (std::uint32_t id = 10; id < 30; ++id) {
    EXPECT_TRUE(add(whole, list[0], id).empty());
  }
  EXPECT_TRUE(add(whole, list[1], 1, start, "198.51.100.1").empty());
  EXPECT_EQ(add(whole, list[2], 1, start, "198.51.100.1"), whole);
}

TEST_F(SmallIpReassemblerTest, BuffersAreBounded) {
  const Bytes whole = data(3000, 1);
  for (std::uint32_t id = 0; id < 3; ++id) {
    for (std::size_t i = 0; i < 3; ++i) {
      add(whole, {i * 16, 8, true}, id);
      EXPECT_LE(pool().in_use() - before, 8u);
    }
  }
  EXPECT_EQ(dropped(PortDrop::reassembly_full), 3u);
  add(whole, {48, 8, true}, 2);
  EXPECT_EQ(dropped(PortDrop::fragments_too_many), 4u);
}

RC_GTEST_FIXTURE_PROP(IpReassemblerTest, AnyFragmentsGiveTheirPacketOrNothing, ()) {
  const Bytes whole = data(400, 5);
  const auto count = *rc::gen::inRange<std::size_t>(1, 60);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t offset = *rc::gen::inRange<std::size_t>(0, 49) * 8;
    const std::size_t length = *rc::gen::inRange<std::size_t>(1, 20) * 8;
    const bool more = offset + length < whole.size();
    const Bytes got = add(whole, {offset, more ? length : whole.size() - offset, more});
    RC_ASSERT(got.empty() || got == whole);
  }
}

}  // namespace
}  // namespace augustus::face::port_reassembly_test
