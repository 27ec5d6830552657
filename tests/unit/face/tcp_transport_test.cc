// SPDX-License-Identifier: Apache-2.0
#include "face/tcp_transport.hh"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <filesystem>
#include <fstream>

#include "face/stream_listener.hh"
#include "packets.hh"
#include "patience.hh"

namespace augustus::face::tcp_transport_test {
namespace {

constexpr TimeNs start = nanoseconds_per_second;

bool wait_for(int fd, short events) {
  pollfd waiting{fd, events, 0};
  return poll(&waiting, 1, test::patience_ms) == 1;
}

std::optional<AcceptedStream> accept_soon(StreamListener& listener) {
  return wait_for(listener.descriptor(), POLLIN) ? listener.accept() : std::nullopt;
}

class TcpTransportTest : public testing::TestWithParam<const char*> {
 protected:
  SocketAddress any_port() { return *SocketAddress::parse(GetParam(), 0); }
  std::unique_ptr<TcpTransport> connect_to(std::uint16_t port, Persistency persistency,
                                           bool keeps_trying = false) {
    constexpr TimeNs now = start;
    FaceInfo info;
    info.persistency = persistency;
    info.keeps_trying = keeps_trying;
    return std::make_unique<TcpTransport>(*SocketAddress::parse(GetParam(), port), info, 0, faces, pool(),
                                          now);
  }
  void finish(TcpTransport& transport, TimeNs now = start) {
    if (transport.descriptor() >= 0 && wait_for(transport.descriptor(), POLLOUT)) {
      transport.writable(now);
    }
  }
  Inbox::Item next(TcpTransport& transport) {
    while (inbox.items.empty() && !transport.finished() && wait_for(transport.descriptor(), POLLIN)) {
      transport.receive(inbox, start);
    }
    EXPECT_FALSE(inbox.items.empty());
    Inbox::Item item = inbox.items.empty() ? Inbox::Item{} : inbox.items.front();
    inbox.items.clear();
    return item;
  }

  FaceTable faces{8};
  Inbox inbox;
};

TEST_P(TcpTransportTest, ConnectsAndCarriesPacketsBothWays) {
  StreamListener listener = StreamListener::on_tcp(any_port());
  auto client = connect_to(listener.port(), Persistency::persistent);
  auto accepted = accept_soon(listener);
  ASSERT_TRUE(accepted);
  EXPECT_TRUE(accepted->is_tcp);
  finish(*client);
  const auto info = faces.find(client->face());
  ASSERT_TRUE(info);
  EXPECT_TRUE(info->up);
  EXPECT_EQ(info->scope, forward::FaceScope::local);
  EXPECT_EQ(info->remote_uri, listener.local_uri());
  EXPECT_EQ(info->local_uri, accepted->info.remote_uri);
  EXPECT_EQ(accepted->info.scope, forward::FaceScope::local);

  TcpTransport server(std::move(accepted->socket), accepted->info, 1, faces, pool());
  client->send(outgoing(client->face(), data(8800, 1)), start);
  client->flush(start);
  EXPECT_EQ(next(server).bytes, data(8800, 1));
  server.send(outgoing(server.face(), data(8800, 2)), start);
  server.flush(start);
  EXPECT_EQ(next(*client).bytes, data(8800, 2));
}

TEST_P(TcpTransportTest, FaceEndsWhenItsFirstConnectionIsRefused) {
  std::uint16_t port = 0;
  { port = StreamListener::on_tcp(any_port()).port(); }
  for (const Persistency persistency : {Persistency::persistent, Persistency::permanent}) {
    auto client = connect_to(port, persistency);
    finish(*client);
    EXPECT_TRUE(client->finished());
    EXPECT_EQ(client->problem(), "Connection refused");
    EXPECT_EQ(faces.size(), 0u);
  }
}

TEST_P(TcpTransportTest, FaceThatKeepsTryingComesBackThoughItIsNotPermanent) {
  auto listener = std::make_unique<StreamListener>(StreamListener::on_tcp(any_port()));
  auto client = connect_to(listener->port(), Persistency::persistent, true);
  ASSERT_TRUE(accept_soon(*listener)) << "and closed at once";
  finish(*client);
  ASSERT_TRUE(wait_for(client->descriptor(), POLLIN));
  client->receive(inbox, start);
  EXPECT_FALSE(client->finished());
  EXPECT_FALSE(faces.find(client->face())->up);
  client->tick(start + nanoseconds_per_second);
  ASSERT_TRUE(accept_soon(*listener));
  finish(*client, start + nanoseconds_per_second);
  EXPECT_TRUE(faces.find(client->face())->up);
}

TEST_P(TcpTransportTest, PermanentFaceGoesDownAndComesBack) {
  auto listener = std::make_unique<StreamListener>(StreamListener::on_tcp(any_port()));
  const std::uint16_t port = listener->port();
  auto client = connect_to(port, Persistency::permanent);
  {
    auto accepted = accept_soon(*listener);
    ASSERT_TRUE(accepted);
    finish(*client);
    ASSERT_TRUE(faces.find(client->face())->up);
    // A reset, not an orderly end.
    const linger now{1, 0};
    setsockopt(accepted->socket.get(), SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  }
  ASSERT_TRUE(wait_for(client->descriptor(), POLLIN));
  client->receive(inbox, start);
  EXPECT_FALSE(client->finished());
  EXPECT_FALSE(faces.find(client->face())->up);
  EXPECT_EQ(client->descriptor(), -1);
  EXPECT_EQ(client->tick(start), start + nanoseconds_per_second);

  const TimeNs later = start + nanoseconds_per_second;
  client->tick(later);
  auto again = accept_soon(*listener);
  ASSERT_TRUE(again);
  finish(*client, later);
  EXPECT_TRUE(faces.find(client->face())->up);
}

TEST_P(TcpTransportTest, WaitsLongerAfterEachFailure) {
  std::uint16_t port = 0;
  { port = StreamListener::on_tcp(any_port()).port(); }
  TimeNs now = start;
  auto client = connect_to(port, Persistency::persistent, true);
  for (const TimeNs wait : {1, 2, 4, 8}) {
    finish(*client, now);
    EXPECT_EQ(client->tick(now), now + wait * nanoseconds_per_second);
    now += wait * nanoseconds_per_second;
    client->tick(now);
  }
  faces.update(client->face(), [](FaceInfo& info) { info.keeps_trying = false; });
  finish(*client, now);
  client->tick(now);
  EXPECT_TRUE(client->finished());
}

INSTANTIATE_TEST_SUITE_P(Families, TcpTransportTest, testing::Values("127.0.0.1", "::1"));

class UnixListenerTest : public testing::Test {
 protected:
  UnixListenerTest() {
    char name[] = "/tmp/augustus-face-XXXXXX";
    folder = mkdtemp(name);
    path = folder + "/sub/nfd.sock";
  }
  ~UnixListenerTest() override { std::filesystem::remove_all(folder); }

  FileDescriptor connect_client() {
    FileDescriptor client(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    EXPECT_EQ(connect(client.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    return client;
  }

  std::string folder, path;
};

TEST_F(UnixListenerTest, MakesFolderAndFileAndRemovesTheFile) {
  {
    StreamListener listener = StreamListener::on_unix(path, 0666);
    struct stat found {};
    ASSERT_EQ(stat(path.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0666u);
    EXPECT_EQ(listener.local_uri(), "unix://" + path);
    EXPECT_FALSE(listener.accept());

    const FileDescriptor client = connect_client();
    auto accepted = accept_soon(listener);
    ASSERT_TRUE(accepted);
    EXPECT_FALSE(accepted->is_tcp);
    EXPECT_EQ(accepted->info.remote_uri, "fd://" + std::to_string(accepted->socket.get()));
    EXPECT_EQ(accepted->info.local_uri, "unix://" + path);
    EXPECT_EQ(accepted->info.scope, forward::FaceScope::local);
    EXPECT_EQ(accepted->info.persistency, Persistency::on_demand);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(UnixListenerTest, ReplacesAFileLeftBehindButNotALivingListener) {
  std::filesystem::create_directory(folder + "/sub");
  {
    const FileDescriptor left(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    ASSERT_EQ(bind(left.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ASSERT_TRUE(std::filesystem::exists(path));
  StreamListener listener = StreamListener::on_unix(path, 0600);
  EXPECT_THROW(StreamListener::on_unix(path, 0600), std::system_error);
  const FileDescriptor client = connect_client();
  EXPECT_TRUE(accept_soon(listener)) << "the first listener is unharmed";
}

TEST_F(UnixListenerTest, LeavesOrdinaryFilesAlone) {
  std::filesystem::create_directory(folder + "/sub");
  std::ofstream(path) << "precious";
  EXPECT_THROW(StreamListener::on_unix(path, 0600), std::system_error);
  EXPECT_TRUE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace augustus::face::tcp_transport_test
