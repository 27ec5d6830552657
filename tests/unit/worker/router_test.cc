// SPDX-License-Identifier: Apache-2.0
#include "worker/router.hh"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>

#include "face/face_uri.hh"
#include "face/file_descriptor.hh"
#include "patience.hh"
#include "router_client.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::worker::router_test {
namespace {

/// The whole data plane with real sockets, with 1 and with 3 workers.
class RouterTest : public testing::TestWithParam<unsigned> {
 protected:
  RouterTest() {
    char pattern[] = "/tmp/augustus-router-XXXXXX";
    folder_ = mkdtemp(pattern);
    path_ = folder_ + "/nfd.sock";
    RouterOptions options;
    options.workers = GetParam();
    options.small_packets = 1023;
    options.large_packets = 127;
    router_ = std::make_unique<Router>(options);
    router_->start();
    router_->listen_unix(path_, 0600);
  }
  ~RouterTest() override {
    router_.reset();
    std::filesystem::remove_all(folder_);
  }

  FaceId wait_for_face(std::size_t user_faces) {
    FaceId last = face_id_none;
    test::becomes([&] {
      router_->poll();
      const auto faces = router_->faces().list();
      last = faces.size() == user_faces + 1 ? faces.back().id : face_id_none;
      return last != face_id_none;
    });
    return last;
  }

  std::string folder_;
  std::string path_;
  std::unique_ptr<Router> router_;
};

TEST_P(RouterTest, ExchangesThenServesFromTheStore) {
  UnixClient producer(path_);
  const FaceId upstream = wait_for_face(1);
  ASSERT_NE(upstream, face_id_none);
  UnixClient consumer(path_);
  ASSERT_NE(wait_for_face(2), face_id_none);
  router_->set_next_hops(wire::Name::literal("/a"), {{upstream, 0}});

  const auto interest = interest_of("/a/b");
  consumer.send(interest);
  EXPECT_EQ(producer.receive(*router_), interest);
  const auto data = data_of("/a/b");
  producer.send(data);
  EXPECT_EQ(consumer.receive(*router_), data);

  consumer.send(interest_of("/a/b"));
  EXPECT_EQ(consumer.receive(*router_), data);
  const auto status = router_->status();
  EXPECT_EQ(status.in_interests, 2u);
  EXPECT_EQ(status.out_interests, 1u);
  EXPECT_EQ(router_->cs_status().hits, 1u);
}

// Its first link packet may bring nothing to forward: an idle packet, an acknowledgement, half of something.
TEST_P(RouterTest, AStrangerThatHasNotAskedYetIsAsked) {
  router_->listen_udp("127.0.0.1", 0);
  const auto channel = face::FaceUri::parse(router_->channels().back().local_uri)->address();
  const face::FileDescriptor stranger(socket(AF_INET, SOCK_DGRAM, 0));
  const Bytes idle{0x64, 0x00};
  ASSERT_EQ(sendto(stranger.get(), idle.data(), idle.size(), 0, channel->data(), channel->size()), 2);
  const FaceId upstream = wait_for_face(1);
  ASSERT_NE(upstream, face_id_none);
  UnixClient consumer(path_);
  ASSERT_NE(wait_for_face(2), face_id_none);
  router_->set_next_hops(wire::Name::literal("/a"), {{upstream, 0}});

  const auto interest = interest_of("/a/b");
  consumer.send(interest);
  pollfd wait{stranger.get(), POLLIN, 0};
  ASSERT_EQ(poll(&wait, 1, test::patience_ms), 1);
  Bytes packet(9000);
  packet.resize(static_cast<std::size_t>(recv(stranger.get(), packet.data(), packet.size(), 0)));
  EXPECT_EQ(packet, interest);
}

TEST_P(RouterTest, PrefixInterestIsMetByDataOfAnyPartition) {
  UnixClient producer(path_);
  const FaceId upstream = wait_for_face(1);
  ASSERT_NE(upstream, face_id_none);
  UnixClient consumer(path_);
  ASSERT_NE(wait_for_face(2), face_id_none);
  router_->set_next_hops(wire::Name::literal("/a"), {{upstream, 0}});
  for (int i = 0; i < 20; ++i) {
    const auto prefix = "/a/" + std::to_string(i);
    const auto name = prefix + "/long/name";
    consumer.send(interest_of(prefix.c_str(), true));
    ASSERT_FALSE(producer.receive(*router_).empty());
    producer.send(data_of(name.c_str()));
    EXPECT_EQ(consumer.receive(*router_), data_of(name.c_str()));
    // Again, from the store of whichever partition holds it.
    consumer.send(interest_of(prefix.c_str(), true));
    EXPECT_EQ(consumer.receive(*router_), data_of(name.c_str()));
  }
}

TEST_P(RouterTest, ManagementFaceReceivesAndAnswers) {
  Bytes seen;
  FaceId from = face_id_none;
  router_->on_management_packet([&](std::span<const std::uint8_t> packet, FaceId incoming) {
    seen.assign(packet.begin(), packet.end());
    from = incoming;
    router_->send_from_management(data_of("/localhost/nfd/status"));
  });
  router_->set_next_hops(wire::Name::literal("/localhost/nfd"), {{face_id_management, 0}});
  UnixClient client(path_);
  const FaceId face = wait_for_face(1);
  const auto interest = interest_of("/localhost/nfd/status");
  client.send(interest);
  EXPECT_EQ(client.receive(*router_), data_of("/localhost/nfd/status"));
  EXPECT_EQ(seen, interest);
  EXPECT_EQ(from, face);
}

// A client turns local fields on and names a next hop right after.
TEST_P(RouterTest, ChangedSettingsCountFromTheNextPacketOn) {
  UnixClient producer(path_);
  const FaceId upstream = wait_for_face(1);
  UnixClient consumer(path_);
  const FaceId downstream = wait_for_face(2);
  ASSERT_NE(downstream, face_id_none);
  // Both have been idle since the Faces were looked at last.
  router_->status();
  ASSERT_TRUE(router_->faces().update(downstream,
                                      [](face::FaceInfo& info) { info.flags |= face::flag_local_fields; }));

  const auto interest = interest_of("/nowhere/b");
  wire::TlvWriter link;
  link.nested(wire::lp_type::lp_packet, [&](wire::TlvWriter& fields) {
    fields.number(wire::lp_type::next_hop_face_id, upstream);
    fields.element(wire::lp_type::fragment, interest);
  });
  consumer.send(link.take());
  EXPECT_EQ(producer.receive(*router_), interest);
}

TEST_P(RouterTest, NoCapacityOfTheStoreTakesTheNamesOfWhatIsPending) {
  const RouterOptions sizes;
  constexpr std::uint64_t rounding = 64;  // each partition's part of either is rounded up
  for (const std::uint64_t asked : {std::uint64_t{16'000'000}, ~std::uint64_t{0}}) {
    router_->set_cs_capacity(asked);
    EXPECT_LE(router_->cs_status().capacity_packets,
              sizes.name_entries_max - sizes.pit_records_max + rounding);
    EXPECT_GT(router_->cs_status().capacity_packets, (sizes.name_entries_max - sizes.pit_records_max) / 10 * 9);
  }
  router_->set_cs_capacity(100);
  EXPECT_EQ(router_->cs_status().capacity_packets, 100u);
}

TEST_P(RouterTest, FacesGoWhenTheirClientDoes) {
  {
    UnixClient client(path_);
    ASSERT_NE(wait_for_face(1), face_id_none);
  }
  EXPECT_NE(wait_for_face(0), face_id_none);
}

TEST_P(RouterTest, ManagementClosesAFace) {
  UnixClient client(path_);
  const FaceId face = wait_for_face(1);
  EXPECT_TRUE(router_->destroy_face(face));
  EXPECT_NE(wait_for_face(0), face_id_none);
  EXPECT_FALSE(router_->destroy_face(face));
}

INSTANTIATE_TEST_SUITE_P(Workers, RouterTest, testing::Values(1u, 3u));

}  // namespace
}  // namespace augustus::worker::router_test
