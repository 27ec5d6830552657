// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <exception>
#include <random>
#include <thread>

#include "main/client/metadata.hh"
#include "main/client/object_locator.hh"
#include "main/client/object_publisher.hh"
#include "main/client/segment.hh"
#include "main/client/segment_fetcher.hh"
#include "main/client/signature.hh"
#include "unit/main/socket_pair.hh"

namespace augustus::client::object_transfer_test {
namespace {

const wire::Name prefix = wire::Name::literal("/files/hello");

std::vector<std::uint8_t> random_bytes(std::size_t bytes) {
  std::mt19937 generator(7);
  std::vector<std::uint8_t> made(bytes);
  for (std::uint8_t& byte : made) {
    byte = static_cast<std::uint8_t>(generator());
  }
  return made;
}

wire::Interest ask(const wire::Name& name, bool can_be_prefix = false) {
  wire::Interest interest;
  interest.name = name;
  interest.can_be_prefix = can_be_prefix;
  return interest;
}

wire::Data decode(const std::vector<std::uint8_t>& packet) {
  return wire::Data::decode(packet).value();
}

class PublisherTest : public testing::Test {
 protected:
  wire::Name segment(std::uint64_t number) const {
    return wire::Name(publisher_.versioned_name()).append_number(wire::component_type::segment, number);
  }

  ContentSource content_{random_bytes(2500)};
  ObjectPublisher publisher_{prefix, 9, content_, PublishOptions{.segment_bytes = 1000}};
};

TEST_F(PublisherTest, CutsContentIntoNumberedSegments) {
  EXPECT_EQ(publisher_.versioned_name(), wire::Name::literal("/files/hello/v=9"));
  EXPECT_EQ(publisher_.segment_count(), 3u);
  std::vector<std::uint8_t> joined;
  for (std::uint64_t number = 0; number < 3; ++number) {
    const std::vector<std::uint8_t> packet = publisher_.answer(ask(segment(number)));
    const wire::Data data = decode(packet);
    EXPECT_EQ(data.name, segment(number));
    EXPECT_EQ(final_segment(data), 2u);
    EXPECT_EQ(check_data_digest(packet), DigestCheck::valid);
    joined.insert(joined.end(), data.content.begin(), data.content.end());
  }
  EXPECT_EQ(joined, random_bytes(2500));
  EXPECT_EQ(publisher_.segments_served(), 3u);
}

TEST_F(PublisherTest, AnswersNothingItDoesNotHave) {
  EXPECT_TRUE(publisher_.answer(ask(segment(3))).empty());
  EXPECT_TRUE(publisher_.answer(ask(prefix)).empty());
  EXPECT_TRUE(publisher_.answer(ask(publisher_.versioned_name())).empty());
  EXPECT_TRUE(publisher_.answer(ask(wire::Name::literal("/files/hello/v=8/seg=0"))).empty());
  EXPECT_TRUE(publisher_.answer(ask(wire::Name::literal("/files/hello/v=9/0"))).empty());
  EXPECT_TRUE(publisher_.answer(ask(wire::Name::literal("/files/hello/v=9/seg=0/more"))).empty());
  EXPECT_TRUE(publisher_.answer(ask(wire::Name::literal("/files/hello/32=other"), true)).empty());
  EXPECT_EQ(publisher_.segments_served(), 0u);
}

TEST_F(PublisherTest, TellsItsVersionInMetadata) {
  const wire::Data data = decode(publisher_.answer(ask(metadata_prefix(prefix), true)));
  EXPECT_TRUE(metadata_prefix(prefix).is_prefix_of(data.name));
  EXPECT_EQ(data.name, decode(publisher_.answer(ask(data.name))).name);
  const auto metadata = Metadata::decode(data.content);
  ASSERT_TRUE(metadata.has_value());
  EXPECT_EQ(metadata->versioned_name, publisher_.versioned_name());
  EXPECT_EQ(metadata->final_segment, 2u);
  EXPECT_LT(data.freshness_ms.value(), 1000u);
}

TEST_F(PublisherTest, AnswersAPrefixWithItsFirstSegment) {
  EXPECT_EQ(decode(publisher_.answer(ask(prefix, true))).name, segment(0));
  EXPECT_EQ(decode(publisher_.answer(ask(publisher_.versioned_name(), true))).name, segment(0));
}

TEST(Publisher, MakesOneEmptySegmentOfNothing) {
  const ContentSource nothing(std::vector<std::uint8_t>{});
  ObjectPublisher publisher(prefix, 1, nothing, {});
  EXPECT_EQ(publisher.segment_count(), 1u);
  const wire::Data data = decode(publisher.answer(ask(wire::Name::literal("/files/hello/v=1/seg=0"))));
  EXPECT_TRUE(data.content.empty());
  EXPECT_EQ(final_segment(data), 0u);
}

TEST(Publisher, RefusesSegmentsThatDoNotFitAPacket) {
  const ContentSource content(random_bytes(20000));
  EXPECT_THROW(ObjectPublisher(prefix, 1, content, PublishOptions{.segment_bytes = 8790}),
               std::runtime_error);
}

/// A producer in a thread of its own that loses some of the Interests it gets, until the consumer leaves.
class Producer {
 public:
  using Loss = std::function<bool(std::uint64_t interest)>;

  Producer(Socket socket, const ContentSource& content, Loss loses, bool corrupts = false)
      : publisher_(prefix, 9, content, PublishOptions{.segment_bytes = 1000}),
        client_(std::move(socket), true),
        thread_([this, loses = std::move(loses), corrupts] { serve(loses, corrupts); }) {}
  ~Producer() { thread_.join(); }

 private:
  void serve(const Loss& loses, bool corrupts) {
    std::uint64_t interests = 0;
    client_.serve(prefix, [&](const Request& request) {
      std::vector<std::uint8_t> packet = publisher_.answer(request.interest);
      if (packet.empty() || loses(interests++)) {
        return;
      }
      if (corrupts) {
        packet.back() ^= 1;
      }
      client_.answer(request, packet);
    });
    try {
      client_.run([] { return false; });
    } catch (const std::exception&) {  // the consumer has left
    }
  }

  ObjectPublisher publisher_;
  Client client_;
  std::thread thread_;
};

class TransferTest : public testing::Test {
 protected:
  std::vector<std::uint8_t> fetch(Client& client, const FetchOptions& options = {}) {
    std::vector<std::uint8_t> received;
    SegmentFetcher fetcher(client, wire::Name::literal("/files/hello/v=9"), options,
                           [&received](const std::vector<std::uint8_t>& content) {
                             received.insert(received.end(), content.begin(), content.end());
                           });
    fetcher.run();
    statistics_ = fetcher.statistics();
    return received;
  }

  const std::vector<std::uint8_t> bytes_ = random_bytes(300'500);
  const ContentSource content_{bytes_};
  SocketPair pair_;
  FetchStatistics statistics_;
};

TEST_F(TransferTest, ComesInOrderAndWhole) {
  Producer producer(pair_.second(), content_, [](std::uint64_t) { return false; });
  Client client(pair_.first(), true);
  EXPECT_EQ(locate_object(client, prefix, 4000, 2).final_segment, 300u);
  EXPECT_EQ(fetch(client), bytes_);
  EXPECT_EQ(statistics_.segments, 301u);
  EXPECT_EQ(statistics_.bytes, bytes_.size());
}

TEST_F(TransferTest, SurvivesLoss) {
  Producer producer(pair_.second(), content_, [](std::uint64_t interest) { return interest % 10 == 3; });
  Client client(pair_.first(), true);
  EXPECT_EQ(fetch(client, FetchOptions{.lifetime_ms = 100}), bytes_);
  EXPECT_GT(statistics_.retransmissions, 0u);
}

TEST_F(TransferTest, GivesUpOnASegmentThatNeverComes) {
  Producer producer(pair_.second(), content_, [](std::uint64_t interest) { return interest > 50; });
  Client client(pair_.first(), true);
  EXPECT_THROW(fetch(client, FetchOptions{.lifetime_ms = 20, .retries = 2}), std::runtime_error);
}

TEST_F(TransferTest, RefusesContentThatDoesNotMatchItsSignature) {
  Producer producer(
      pair_.second(), content_, [](std::uint64_t) { return false; }, true);
  Client client(pair_.first(), true);
  EXPECT_THROW(locate_object(client, prefix, 1000, 0), std::runtime_error);
  EXPECT_THROW(fetch(client), std::runtime_error);
}

}  // namespace
}  // namespace augustus::client::object_transfer_test
