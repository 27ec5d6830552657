// SPDX-License-Identifier: Apache-2.0
#include "main/client/client.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "main/client/interrupt.hh"
#include "unit/main/socket_pair.hh"
#include "wire/lp_codec.hh"

namespace augustus::client::client_test {
namespace {

using Kind = Reply::Kind;

wire::Interest make_interest(const char* name, bool can_be_prefix = false) {
  wire::Interest made;
  made.name = wire::Name::literal(name);
  made.can_be_prefix = can_be_prefix;
  return made;
}

std::vector<std::uint8_t> make_data(const char* name) {
  wire::Data data;
  data.name = wire::Name::literal(name);
  data.content = {42};
  return data.encode();
}

/// A client and its router's end of the connection, both in this thread.
class ClientTest : public testing::TestWithParam<bool> {
 protected:
  ClientTest() : pair_(GetParam()), client_(pair_.first(), true), router_(pair_.second()) {}

  /// Expresses the Interest; its reply goes to the end of replies_.
  void express(const wire::Interest& interest) {
    client_.express(
        interest, [this](Reply& reply) { replies_.push_back(std::move(reply)); }, 60'000);
  }

  void router_sends(const wire::LpHeader& header, const std::vector<std::uint8_t>& packet) {
    std::array<std::uint8_t, wire::lp_header_bytes_max> head{};
    const std::size_t used = wire::encode_lp_header(header, packet.size(), head);
    router_.send(std::span(head).first(used), packet);
    router_.flush();
  }
  void router_sends(const std::vector<std::uint8_t>& packet) {
    router_.send(packet, {});
    router_.flush();
  }

  /// Runs the client until it has handled everything that the router has sent so far.
  void settle() {
    bool passed = false;
    client_.serve(wire::Name::literal("/passed"), [&passed](const Request&) { passed = true; });
    router_sends(make_interest("/passed").encode());
    client_.run([&passed] { return passed; });
  }

  /// What the router received since the last call.
  std::vector<std::vector<std::uint8_t>> router_received() {
    std::vector<std::vector<std::uint8_t>> packets;
    router_.receive([&packets](std::span<const std::uint8_t> packet) {
      packets.emplace_back(packet.begin(), packet.end());
    });
    return packets;
  }

  SocketPair pair_;
  Client client_;
  Socket router_;
  std::vector<Reply> replies_;
};

TEST_P(ClientTest, GetsDataForAnExactName) {
  express(make_interest("/a/b"));
  router_sends(make_data("/a/b/c"));
  settle();
  EXPECT_TRUE(replies_.empty());
  router_sends(make_data("/a/b"));
  settle();
  ASSERT_EQ(replies_.size(), 1u);
  EXPECT_EQ(replies_[0].kind, Kind::data);
  EXPECT_EQ(replies_[0].data.content, std::vector<std::uint8_t>{42});
  EXPECT_EQ(replies_[0].packet, make_data("/a/b"));
}

TEST_P(ClientTest, AnAnswerThatComesAfterAnInterruptIsTaken) {
  client_.at(0, [] { raise(SIGINT); });
  EXPECT_THROW(client_.exchange(make_interest("/a")), Interrupted);
  forget_interrupt();
  router_sends(make_data("/a"));
  settle();
}

TEST_P(ClientTest, GetsDataBelowAPrefix) {
  express(make_interest("/a", true));
  router_sends(make_data("/b/a"));
  router_sends(make_data("/a/b/c"));
  settle();
  ASSERT_EQ(replies_.size(), 1u);
  EXPECT_EQ(replies_[0].data.name, wire::Name::literal("/a/b/c"));
}

TEST_P(ClientTest, OneDataAnswersAllInterestsItMatches) {
  express(make_interest("/a/b"));
  express(make_interest("/a/b"));
  express(make_interest("/a", true));
  router_sends(make_data("/a/b"));
  router_sends(make_data("/a/b"));
  settle();
  ASSERT_EQ(replies_.size(), 3u);
  for (const Reply& reply : replies_) {
    EXPECT_EQ(reply.data.content, std::vector<std::uint8_t>{42});
  }
}

TEST_P(ClientTest, TakesDataOfTheRightDigestAlone) {
  const std::vector<std::uint8_t> packet = make_data("/a");
  wire::Interest wanted = make_interest("/a");
  wanted.name.append(wire::component_type::implicit_digest, wire::implicit_digest(packet));
  wire::Interest other = make_interest("/a");
  other.name.append(wire::component_type::implicit_digest, std::vector<std::uint8_t>(32, 1));
  express(other);
  express(wanted);
  router_sends(packet);
  settle();
  EXPECT_EQ(replies_.size(), 1u);
}

TEST_P(ClientTest, TellsANackByNonceAndReason) {
  wire::Interest refused = make_interest("/a");
  refused.nonce = 0x01020304;
  express(refused);
  wire::LpHeader header;
  header.is_nack = true;
  header.nack_reason = wire::NackReason::no_route;
  wire::Interest stale = refused;
  stale.nonce = 5;
  router_sends(header, stale.encode());
  settle();
  EXPECT_TRUE(replies_.empty());
  router_sends(header, refused.encode());
  settle();
  ASSERT_EQ(replies_.size(), 1u);
  EXPECT_EQ(replies_[0].kind, Kind::nack);
  EXPECT_EQ(describe(replies_[0]), "Nack (no route)");
}

TEST_P(ClientTest, TimesOutAndTriesAgainWithAnotherNonce) {
  wire::Interest unanswered = make_interest("/a");
  unanswered.lifetime_ms = 5;
  const Reply reply = client_.exchange(unanswered, 2);
  EXPECT_EQ(reply.kind, Kind::timeout);
  std::vector<std::uint32_t> nonces;
  for (auto packets = router_received(); !packets.empty(); packets = router_received()) {
    for (const auto& packet : packets) {
      nonces.push_back(wire::Interest::decode(packet).value().nonce.value());
    }
  }
  std::ranges::sort(nonces);
  ASSERT_EQ(nonces.size(), 3u);
  EXPECT_EQ(std::ranges::adjacent_find(nonces), nonces.end());
}

TEST_P(ClientTest, AnswersWithThePitTokenOfTheInterest) {
  client_.serve(wire::Name::literal("/p"),
                [this](const Request& request) { client_.answer(request, make_data("/p/1")); });
  wire::LpHeader header;
  header.pit_token_length = 6;
  header.pit_token = {9, 8, 7, 6, 5, 4};
  router_sends(header, make_interest("/p/1").encode());
  router_sends(make_interest("/q/1").encode());
  settle();
  const auto packets = router_received();
  ASSERT_EQ(packets.size(), 1u);
  wire::LpHeader answered;
  ASSERT_EQ(wire::decode_lp(packets[0], answered), wire::LpOutcome::ok);
  EXPECT_EQ(answered.pit_token_length, 6);
  EXPECT_EQ(answered.pit_token, header.pit_token);
  EXPECT_TRUE(std::ranges::equal(answered.fragment, make_data("/p/1")));
}

TEST_P(ClientTest, GivesAnInterestToTheLongestPrefixServed) {
  std::string served;
  client_.serve(wire::Name::literal("/p"), [&](const Request&) { served += "short "; });
  client_.serve(wire::Name::literal("/p/q"), [&](const Request&) { served += "long "; });
  router_sends(make_interest("/p/q/r").encode());
  router_sends(make_interest("/p/r").encode());
  settle();
  EXPECT_EQ(served, "long short ");
}

TEST_P(ClientTest, SeesCongestionMarks) {
  express(make_interest("/a"));
  wire::LpHeader header;
  header.has_congestion_mark = true;
  header.congestion_mark = 1;
  router_sends(header, make_data("/a"));
  settle();
  ASSERT_EQ(replies_.size(), 1u);
  EXPECT_TRUE(replies_[0].congestion_marked);
}

TEST_P(ClientTest, BearsPacketsThatMakeNoSense) {
  express(make_interest("/a"));
  router_sends({0x05, 0x00});
  router_sends({0x06, 0x02, 0x07, 0x00});
  router_sends({0x64, 0x00});
  router_sends({0x64, 0x03, 0x50, 0x01, 0x05});
  router_sends(make_data("/a"));
  settle();
  EXPECT_EQ(replies_.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Stream, ClientTest, testing::Values(true));
INSTANTIATE_TEST_SUITE_P(Datagram, ClientTest, testing::Values(false));

TEST(ClientConnection, SaysSoWhenTheRouterIsGone) {
  SocketPair pair;
  Client client(pair.first(), true);
  { Socket router = pair.second(); }
  EXPECT_THROW(client.run([] { return false; }), std::runtime_error);
}

TEST(ClientConnection, SaysSoWhenNoRouterIsThere) {
  try {
    Client client(parse_endpoint("unix:///nonexistent/nfd.sock"));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("augustus run"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace augustus::client::client_test
