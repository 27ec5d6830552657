// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <filesystem>
#include <list>

#include "face/face_uri.hh"
#include "face/file_descriptor.hh"
#include "patience.hh"
#include "router_client.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::worker::router_room_test {
namespace {

using face::FileDescriptor;
using face::SocketAddress;

/// One client takes of what Faces share as much as it can get; two others want to exchange a packet.
class RouterRoomTest : public testing::Test {
 protected:
  RouterRoomTest() {
    char pattern[] = "/tmp/augustus-router-XXXXXX";
    folder_ = mkdtemp(pattern);
    path_ = folder_ + "/nfd.sock";
    RouterOptions options;
    options.faces_max = 256;
    options.small_packets = 1023;
    options.large_packets = 127;
    router_ = std::make_unique<Router>(options);
    router_->start();
    router_->listen_unix(path_, 0600);
    router_->listen_tcp("127.0.0.1", 0);
    tcp_ = last_channel();
  }
  ~RouterRoomTest() override {
    router_.reset();
    std::filesystem::remove_all(folder_);
  }

  SocketAddress last_channel() const {
    return *face::FaceUri::parse(router_->channels().back().local_uri)->address();
  }
  SocketAddress listen_udp() {
    router_->listen_udp("127.0.0.1", 0);
    return last_channel();
  }

  /// A connection whose reader, if it does not read, soon holds the router up.
  FileDescriptor connect_tcp() {
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int bytes = 4096;
    setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
    EXPECT_EQ(connect(socket.get(), tcp_.data(), tcp_.size()), 0);
    router_->poll();
    return socket;
  }
  static void send_all(const FileDescriptor& socket, const Bytes& bytes) {
    EXPECT_EQ(::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  void drive(unsigned turns) {
    for (; turns != 0; --turns) {
      router_->poll();
      usleep(10'000);
    }
  }

  /// Drives the router until the condition holds; false when it does not come to that.
  template <typename Condition>
  bool becomes(Condition&& condition) {
    return test::becomes([&] {
      router_->poll();
      return condition();
    });
  }
  bool becomes_dropped(std::string_view reason) {
    return becomes([&] { return dropped(reason) > 0; });
  }

  /// The Face of the client that connects next.
  FaceId next_face() {
    const auto before = router_->faces().list();
    UnixClient& client = clients_.emplace_back(path_);
    client.send(interest_of("/nobody/has/it"));
    FaceId found = face_id_none;
    becomes([&] {
      for (const auto& face : router_->faces().list()) {
        const bool is_new = std::ranges::none_of(before, [&](const auto& old) { return old.id == face.id; });
        if (is_new && face.remote_uri.starts_with("fd:")) {
          found = face.id;
        }
      }
      return found != face_id_none;
    });
    return found;
  }
  /// Whether two more clients get connected, and this many packets of the largest kind from one to the other.
  void expect_exchanges(int count) {
    const FaceId upstream = next_face();
    ASSERT_NE(upstream, face_id_none);
    UnixClient& producer = clients_.back();
    ASSERT_NE(next_face(), face_id_none);
    UnixClient& consumer = clients_.back();
    consumer.receive(*router_);  // The Nack for what nobody has.
    producer.receive(*router_);
    router_->set_next_hops(wire::Name::literal("/honest"), {{upstream, 0}});
    for (int i = 0; i < count; ++i) {
      const auto name = "/honest/" + std::to_string(exchanges_++);
      const auto interest = interest_of(name.c_str());
      consumer.send(interest);
      ASSERT_EQ(producer.receive(*router_), interest) << i;
      const auto data = data_of(name.c_str(), Bytes(5000, 7));
      producer.send(data);
      ASSERT_EQ(consumer.receive(*router_), data) << i;
    }
  }
  std::uint64_t dropped(std::string_view reason) {
    for (const auto& [name, count] : router_->status().drops) {
      if (name == reason) {
        return count;
      }
    }
    return 0;
  }

  std::string folder_;
  std::string path_;
  std::unique_ptr<Router> router_;
  SocketAddress tcp_;
  std::list<UnixClient> clients_;
  int exchanges_ = 0;
};

TEST_F(RouterRoomTest, IdleConnectionsLeaveFacesToPrograms) {
  std::vector<FileDescriptor> idle;
  for (int i = 0; i < 300; ++i) {
    idle.push_back(connect_tcp());
  }
  drive(50);
  EXPECT_TRUE(becomes_dropped("faces_full"));
  expect_exchanges(1);
}

TEST_F(RouterRoomTest, ConnectionsThatAreMadePersistentLeaveFacesToPrograms) {
  std::vector<FileDescriptor> kept;
  unsigned refused = 0;
  for (int i = 0; i < 300; ++i) {
    kept.push_back(connect_tcp());
    for (const auto& face : router_->faces().list()) {
      const bool is_new = face.remote_uri.starts_with("tcp") && face.persistency == face::Persistency::on_demand;
      refused += is_new && !router_->set_face_persistency(face.id, face::Persistency::persistent) ? 1 : 0;
    }
  }
  EXPECT_GT(refused, 0u);
  EXPECT_LE(router_->faces().size(), 250u);
  expect_exchanges(1);
}

TEST_F(RouterRoomTest, UdpPortsOfOneAddressOnTwoChannelsLeaveFacesToPrograms) {
  std::vector<FileDescriptor> ports;
  for (const SocketAddress& channel : {listen_udp(), listen_udp()}) {
    for (int i = 0; i < 200; ++i) {
      FileDescriptor& port = ports.emplace_back(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
      const Bytes idle{0x64, 0x00};
      ASSERT_EQ(sendto(port.get(), idle.data(), idle.size(), 0, channel.data(), channel.size()), 2);
    }
    drive(20);
  }
  EXPECT_TRUE(becomes_dropped("faces_full"));
  EXPECT_TRUE(becomes([&] { return router_->faces().size() > 100; }));
  expect_exchanges(1);
}

TEST_F(RouterRoomTest, FragmentsThatAreNeverCompletedLeaveBuffersToOthers) {
  Bytes fragments;
  for (std::uint8_t index = 0; index < 200; ++index) {
    wire::TlvWriter link;
    link.nested(wire::lp_type::lp_packet, [&](wire::TlvWriter& fields) {
      fields.element(wire::lp_type::sequence, Bytes{0, 0, 0, 0, 0, 0, 1, index});
      fields.number(wire::lp_type::frag_index, index).number(wire::lp_type::frag_count, 250);
      fields.element(wire::lp_type::fragment, Bytes(20, 1));
    });
    const Bytes one = link.take();
    fragments.insert(fragments.end(), one.begin(), one.end());
  }
  std::vector<FileDescriptor> hoarders;
  for (int i = 0; i < 44; ++i) {
    hoarders.push_back(connect_tcp());
  }
  drive(10);
  for (const auto& hoarder : hoarders) {
    send_all(hoarder, fragments);
  }
  drive(2);
  EXPECT_LT(router_->status().buffers_in_use, 600u);
  expect_exchanges(5);
  EXPECT_TRUE(becomes_dropped("reassembly_share"));
}

TEST_F(RouterRoomTest, FragmentsAndReadersHoldHalfOfTheBuffersHoweverManyChannelsThereAre) {
  for (int i = 0; i < 3; ++i) {
    listen_udp();
  }
  const auto capacity = [this](std::string_view name) {
    std::uint64_t units = 0;
    for (const auto& pool : router_->status().pools) {
      units += pool.name == name ? pool.figures.capacity : 0;
    }
    return units;
  };
  EXPECT_EQ(capacity("reassembly_small"), 1023u / 4);
  EXPECT_EQ(capacity("reassembly_large"), 127u / 4);
  EXPECT_EQ(capacity("send_small"), 1023u / 4);
  EXPECT_EQ(capacity("send_large"), 127u / 4);
  EXPECT_EQ(capacity("unacknowledged_small"), 1023u / 4);
}

TEST_F(RouterRoomTest, ReadersThatTakeNothingLeaveBuffersToOthers) {
  expect_exchanges(1);
  Bytes interests;
  for (int i = 0; i < 900; ++i) {
    const Bytes one = interest_of("/honest/0");
    interests.insert(interests.end(), one.begin(), one.end());
  }
  std::vector<FileDescriptor> readers;
  for (int i = 0; i < 12; ++i) {
    readers.push_back(connect_tcp());
  }
  drive(10);
  for (int round = 0; round < 3; ++round) {
    for (const auto& reader : readers) {
      ::send(reader.get(), interests.data(), interests.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    drive(10);
  }
  EXPECT_LT(router_->status().buffers_in_use, 600u);
  expect_exchanges(5);
  EXPECT_TRUE(becomes_dropped("send_share"));
}

}  // namespace
}  // namespace augustus::worker::router_room_test
