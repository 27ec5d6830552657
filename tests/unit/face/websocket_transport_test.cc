// SPDX-License-Identifier: Apache-2.0
// GCC 12 with sanitizers takes an empty boost::optional inside Beast for an uninitialised one.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include "face/websocket_transport.hh"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <string_view>
#include <thread>

#include "face/stream_listener.hh"
#include "face/websocket_handshake.hh"
#include "packets.hh"
#include "patience.hh"

namespace augustus::face::websocket_transport_test {
namespace {

constexpr TimeNs start = nanoseconds_per_second;

constexpr std::string_view request =
    "GET / HTTP/1.1\r\nHost: localhost:9696\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

Bytes bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

/// A frame as a client sends it.
Bytes client_frame(WebSocketOpcode opcode, const Bytes& payload, bool final = true) {
  Bytes frame{static_cast<std::uint8_t>((final ? 0x80 : 0) | static_cast<unsigned>(opcode))};
  if (payload.size() <= 125) {
    frame.push_back(static_cast<std::uint8_t>(0x80 | payload.size()));
  } else {
    frame.insert(frame.end(), {0x80 | 126, static_cast<std::uint8_t>(payload.size() >> 8),
                               static_cast<std::uint8_t>(payload.size())});
  }
  const std::array<std::uint8_t, 4> mask{0x12, 0x34, 0x56, 0x78};
  frame.insert(frame.end(), mask.begin(), mask.end());
  for (std::size_t i = 0; i < payload.size(); ++i) {
    frame.push_back(payload[i] ^ mask[i % 4]);
  }
  return frame;
}

class WebSocketTransportTest : public testing::Test {
 protected:
  WebSocketTransportTest() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    peer.reset(ends[1]);
    transport =
        std::make_unique<WebSocketTransport>(FileDescriptor(ends[0]), FaceInfo{}, 0, faces, pool(), start);
  }
  void write(const Bytes& bytes) {
    ASSERT_EQ(::write(peer.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    transport->receive(inbox, start);
  }
  Bytes read() {
    Bytes bytes(65536);
    const ssize_t got = recv(peer.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }
  void open() {
    write(bytes_of(request));
    read();
  }

  FaceTable faces{4};
  FileDescriptor peer;
  std::unique_ptr<WebSocketTransport> transport;
  Inbox inbox;
};

TEST_F(WebSocketTransportTest, APageFromElsewhereIsNotLocal) {
  const auto scope_after = [this](const std::string& header) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    peer.reset(ends[1]);
    FaceInfo info;
    info.scope = forward::FaceScope::local;
    transport = std::make_unique<WebSocketTransport>(FileDescriptor(ends[0]), info, 0, faces, pool(), start,
                                                     StreamOptions{}, LocalWebPages{.origins = {"http://mine"}, .hosts = {}});
    std::string text(request);
    text.replace(text.find("Host: localhost:9696"), 20, header);
    EXPECT_EQ(faces.find(transport->face())->scope, forward::FaceScope::non_local) << "before the handshake";
    const auto epoch = faces.epoch();
    write(bytes_of(text));
    EXPECT_EQ(faces.epoch(), epoch) << "a stranger's handshake makes all other Faces look";
    EXPECT_TRUE(faces.find(transport->face())->up);
    return faces.find(transport->face())->scope;
  };
  EXPECT_EQ(scope_after("Host: 127.0.0.1:9696"), forward::FaceScope::local);
  EXPECT_EQ(scope_after("Host: 127.0.0.1:9696\r\nOrigin: http://mine"), forward::FaceScope::local);
  EXPECT_EQ(scope_after("Host: 127.0.0.1:9696\r\nOrigin: https://evil.example"), forward::FaceScope::non_local);
  EXPECT_EQ(scope_after("Host: 127.0.0.1:9696\r\nOrigin:"), forward::FaceScope::non_local);
  EXPECT_EQ(scope_after("Host: evil.example:9696"), forward::FaceScope::non_local);
}

TEST_F(WebSocketTransportTest, FaceIsUpAfterTheHandshake) {
  EXPECT_FALSE(faces.find(transport->face())->up);
  write(bytes_of(request.substr(0, 50)));
  EXPECT_TRUE(read().empty());
  write(bytes_of(request.substr(50)));
  const Bytes answer = read();
  const std::string_view text(reinterpret_cast<const char*>(answer.data()), answer.size());
  EXPECT_TRUE(text.starts_with("HTTP/1.1 101 ")) << text;
  // The example of RFC 6455, section 1.3.
  EXPECT_NE(text.find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"), std::string_view::npos)
      << text;
  EXPECT_TRUE(faces.find(transport->face())->up);
}

TEST_F(WebSocketTransportTest, RefusesWhatIsNoUpgrade) {
  write(bytes_of("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  const Bytes answer = read();
  EXPECT_EQ(std::string(answer.begin(), answer.begin() + 12), "HTTP/1.1 426");
  EXPECT_TRUE(transport->finished());
}

TEST(WebSocketHandshake, RefusesBadRequests) {
  const auto outcome = [](std::string_view text) {
    return answer_websocket_request({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})
        .outcome;
  };
  EXPECT_EQ(outcome("GET / HTTP/1.1\r\n"), FrameOutcome::incomplete);
  EXPECT_EQ(outcome(std::string(5000, 'a')), FrameOutcome::malformed);
  EXPECT_EQ(outcome("\x16\x03\x01\r\n\r\n"), FrameOutcome::malformed);
  EXPECT_EQ(outcome("POST / HTTP/1.1\r\nHost: a\r\n\r\n"), FrameOutcome::malformed);
  std::string no_key(request);
  no_key.replace(no_key.find("dGhl"), 4, "");
  EXPECT_EQ(outcome(no_key), FrameOutcome::malformed);
}

TEST_F(WebSocketTransportTest, OnePacketAMessageBothWaysSplitAtEveryByte) {
  open();
  const Bytes packet = interest(300, 1);
  const Bytes frame = client_frame(WebSocketOpcode::binary, packet);
  for (std::size_t split = 1; split < frame.size(); ++split) {
    inbox.items.clear();
    write({frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(split)});
    EXPECT_TRUE(inbox.items.empty());
    write({frame.begin() + static_cast<std::ptrdiff_t>(split), frame.end()});
    ASSERT_EQ(inbox.items.size(), 1u) << split;
    EXPECT_EQ(inbox.items[0].bytes, packet);
  }
  auto out = outgoing(transport->face(), data(60));
  out.pit_token_length = 4;
  transport->send(out, start);
  transport->flush(start);
  const Bytes sent = read();
  ASSERT_GT(sent.size(), 62u);
  EXPECT_EQ(sent[0], 0x82);
  EXPECT_EQ(sent[1], sent.size() - 2);
  EXPECT_EQ(sent[2], 0x64);
}

TEST_F(WebSocketTransportTest, MessageInSeveralFramesWithAPingBetween) {
  open();
  const Bytes packet = data(8800, 3);
  write(client_frame(WebSocketOpcode::binary, {packet.begin(), packet.begin() + 4000}, false));
  write(client_frame(WebSocketOpcode::ping, {1, 2, 3}));
  EXPECT_EQ(read(), (Bytes{0x8a, 3, 1, 2, 3}));
  write(client_frame(WebSocketOpcode::continuation, {packet.begin() + 4000, packet.begin() + 8000}, false));
  write(client_frame(WebSocketOpcode::continuation, {packet.begin() + 8000, packet.end()}));
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].bytes, packet);
}

TEST_F(WebSocketTransportTest, MessageThatIsNoPacketIsCountedAndTheFaceLives) {
  open();
  Bytes two = interest(30);
  const Bytes second = interest(31);
  two.insert(two.end(), second.begin(), second.end());
  write(client_frame(WebSocketOpcode::binary, two));
  write(client_frame(WebSocketOpcode::binary, {0x05, 0x20, 0x00}));
  write(client_frame(WebSocketOpcode::binary, {}));
  EXPECT_TRUE(inbox.items.empty());
  EXPECT_EQ(faces.counters(transport->face()).in_malformed.value(), 3u);
  EXPECT_FALSE(transport->finished());
}

TEST_F(WebSocketTransportTest, ProtocolErrorsCloseTheFace) {
  const Bytes unmasked{0x82, 0x02, 0x05, 0x00};
  const Bytes reserved{0xc2, 0x80, 0, 0, 0, 0};
  const Bytes huge{0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  const Bytes stray = client_frame(WebSocketOpcode::continuation, {1});
  for (const Bytes& bytes : {unmasked, reserved, huge, stray}) {
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    peer.reset(ends[1]);
    transport =
        std::make_unique<WebSocketTransport>(FileDescriptor(ends[0]), FaceInfo{}, 0, faces, pool(), start);
    open();
    write(bytes);
    EXPECT_TRUE(transport->finished());
    EXPECT_EQ(read(), (Bytes{0x88, 2, 0x03, 0xea}));
  }
}

TEST_F(WebSocketTransportTest, SilentClientIsPingedThenClosed) {
  open();
  transport->tick(start + 9 * nanoseconds_per_second);
  EXPECT_TRUE(read().empty());
  transport->tick(start + 10 * nanoseconds_per_second);
  EXPECT_EQ(read(), (Bytes{0x89, 0}));
  transport->tick(start + 39 * nanoseconds_per_second);
  EXPECT_FALSE(transport->finished());
  transport->tick(start + 40 * nanoseconds_per_second);
  EXPECT_TRUE(transport->finished());
}

TEST_F(WebSocketTransportTest, HandshakeThatNeverEndsIsClosed) {
  write(bytes_of("GET"));
  transport->tick(start + 10 * nanoseconds_per_second);
  EXPECT_TRUE(transport->finished());
}

TEST(WebSocket, AnotherImplementationsClientUnderstandsIt) {
  namespace websocket = boost::beast::websocket;
  using tcp = boost::asio::ip::tcp;
  StreamListener listener = StreamListener::on_websocket(*SocketAddress::parse("127.0.0.1", 0));
  EXPECT_EQ(listener.local_uri(), "ws://127.0.0.1:" + std::to_string(listener.port()));
  Bytes answer;
  std::thread client([&] {
    boost::asio::io_context context;
    websocket::stream<tcp::socket> stream(context);
    stream.next_layer().connect({boost::asio::ip::make_address("127.0.0.1"), listener.port()});
    stream.handshake("localhost", "/");
    stream.binary(true);
    stream.auto_fragment(true);
    stream.write_buffer_bytes(1000);
    stream.write(boost::asio::buffer(data(8800, 1)));
    boost::beast::flat_buffer buffer;
    stream.read(buffer);
    const auto* first = static_cast<const std::uint8_t*>(buffer.data().data());
    answer.assign(first, first + buffer.size());
    stream.close(websocket::close_code::normal);
  });
  pollfd waiting{listener.descriptor(), POLLIN, 0};
  poll(&waiting, 1, test::patience_ms);
  auto accepted = listener.accept();
  EXPECT_TRUE(accepted);
  if (accepted) {
    EXPECT_EQ(accepted->kind, StreamKind::websocket);
    EXPECT_TRUE(accepted->info.remote_uri.starts_with("wsclient://127.0.0.1:"));
    EXPECT_EQ(accepted->info.scope, forward::FaceScope::local);
    FaceTable faces(2);
    Inbox inbox;
    WebSocketTransport transport(std::move(accepted->socket), accepted->info, 0, faces, pool(), start);
    bool answered = false;
    while (!transport.finished()) {
      pollfd input{transport.descriptor(), POLLIN, 0};
      if (poll(&input, 1, test::patience_ms) != 1) {
        ADD_FAILURE() << "the client fell silent";
        break;
      }
      transport.receive(inbox, start);
      if (!inbox.items.empty() && !answered) {
        answered = true;
        transport.send(outgoing(transport.face(), data(8800, 2)), start);
        transport.flush(start);
      }
    }
    EXPECT_TRUE(answered);
    if (answered) {
      EXPECT_EQ(inbox.items[0].bytes, data(8800, 1));
    }
  }
  client.join();
  EXPECT_EQ(answer, data(8800, 2));
}

}  // namespace
}  // namespace augustus::face::websocket_transport_test
