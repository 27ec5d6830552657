// SPDX-License-Identifier: Apache-2.0
#include "races/socket_line.hh"

#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include "face/stream_framer.hh"

namespace augustus::races {
namespace {

constexpr std::size_t read_bytes = 16384;
constexpr std::size_t output_bytes_max = 65536;
constexpr std::string_view greeting =
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
constexpr std::string_view greeting_end = "\r\n\r\n";

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Waits until it is connected, and for nothing afterwards.
face::FileDescriptor connected(int type, const sockaddr* remote, socklen_t bytes) {
  face::FileDescriptor made(socket(remote->sa_family, type | SOCK_CLOEXEC, 0));
  if (made.get() < 0 || connect(made.get(), remote, bytes) != 0) {
    fail("connect");
  }
  return made;
}

class DatagramLine final : public Line {
 public:
  explicit DatagramLine(face::FileDescriptor socket) : socket_(std::move(socket)) {}

  void send(const Bytes& packet) override {
    [[maybe_unused]] const auto sent = ::send(socket_.get(), packet.data(), packet.size(), MSG_DONTWAIT);
  }
  Bytes receive() override {
    Bytes packet(read_bytes);
    const auto length = recv(socket_.get(), packet.data(), packet.size(), MSG_DONTWAIT);
    packet.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return packet;
  }
  int descriptor() const override { return socket_.get(); }

 private:
  face::FileDescriptor socket_;
};

/// A frame as a client sends it: binary, final and masked, with a mask of zeros (RFC 6455, section 5.2).
Bytes websocket_frame_of(const Bytes& packet) {
  constexpr std::size_t short_bytes_max = 125;
  Bytes frame{0x82};
  if (packet.size() <= short_bytes_max) {
    frame.push_back(static_cast<std::uint8_t>(0x80 | packet.size()));
  } else {
    frame.insert(frame.end(), {0x80 | 126, static_cast<std::uint8_t>(packet.size() >> 8),
                               static_cast<std::uint8_t>(packet.size())});
  }
  frame.insert(frame.end(), 4, 0);
  frame.insert(frame.end(), packet.begin(), packet.end());
  return frame;
}

}  // namespace

StreamLine::StreamLine(face::FileDescriptor socket, Framing framing)
    : socket_(std::move(socket)), framing_(framing), greeted_(framing == Framing::none) {
  if (!greeted_) {
    output_.assign(greeting.begin(), greeting.end());
    flush();
  }
}

void StreamLine::put(const Bytes& packet) {
  const Bytes framed = framing_ == Framing::websocket ? websocket_frame_of(packet) : packet;
  output_.insert(output_.end(), framed.begin(), framed.end());
}

void StreamLine::send(const Bytes& packet) {
  if (output_.size() < output_bytes_max) {
    put(packet);
  }
  flush();
}

void StreamLine::flush() {
  const auto sent = ::send(socket_.get(), output_.data(), output_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  output_.erase(output_.begin(), output_.begin() + std::max<ssize_t>(sent, 0));
}

Bytes StreamLine::receive() {
  const std::size_t before = input_.size();
  input_.resize(before + read_bytes);
  const auto length = recv(socket_.get(), input_.data() + before, read_bytes, MSG_DONTWAIT);
  input_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  if (!greeted_) {
    const auto end = std::search(input_.begin(), input_.end(), greeting_end.begin(), greeting_end.end());
    greeted_ = end != input_.end();
    input_.erase(input_.begin(), greeted_ ? end + greeting_end.size() : input_.begin());
  }
  return greeted_ ? framing_ == Framing::websocket ? take_websocket_payload() : take_packet() : Bytes{};
}

Bytes StreamLine::take(std::size_t header, std::size_t bytes) {
  const auto from = input_.begin() + static_cast<std::ptrdiff_t>(header);
  Bytes taken(from, from + static_cast<std::ptrdiff_t>(bytes));
  input_.erase(input_.begin(), from + static_cast<std::ptrdiff_t>(bytes));
  return taken;
}

Bytes StreamLine::take_packet() {
  const auto frame = face::next_frame(input_);
  return frame.outcome == face::FrameOutcome::whole ? take(0, frame.bytes) : Bytes{};
}

Bytes StreamLine::take_websocket_payload() {
  constexpr std::uint8_t two_more = 126;
  if (input_.size() < 4) {
    return {};
  }
  const bool is_long = input_[1] == two_more;
  const std::size_t header = is_long ? 4 : 2;
  const std::size_t payload = is_long ? input_[2] * 256u + input_[3] : input_[1];
  return input_.size() < header + payload ? Bytes{} : take(header, payload);
}

void StreamLine::break_off(const Bytes& packet) {
  put(packet);
  output_.resize(output_.size() - packet.size() / 2);
  flush();
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  socket_.reset();
}

std::unique_ptr<Line> datagrams_to(const face::SocketAddress& remote) {
  return std::make_unique<DatagramLine>(connected(SOCK_DGRAM, remote.data(), remote.size()));
}

std::unique_ptr<StreamLine> tcp_to(const face::SocketAddress& remote) {
  return std::make_unique<StreamLine>(connected(SOCK_STREAM, remote.data(), remote.size()), Framing::none);
}

std::unique_ptr<StreamLine> websocket_to(const face::SocketAddress& remote) {
  return std::make_unique<StreamLine>(connected(SOCK_STREAM, remote.data(), remote.size()), Framing::websocket);
}

std::unique_ptr<StreamLine> unix_to(const std::string& path) {
  sockaddr_un remote{};
  remote.sun_family = AF_UNIX;
  std::strncpy(remote.sun_path, path.c_str(), sizeof(remote.sun_path) - 1);
  return std::make_unique<StreamLine>(connected(SOCK_STREAM, reinterpret_cast<sockaddr*>(&remote), sizeof(remote)),
                                      Framing::none);
}

face::FileDescriptor bound_socket(int type) {
  const auto local = *face::SocketAddress::parse("127.0.0.1", 0);
  face::FileDescriptor made(socket(local.family(), type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (made.get() < 0 || bind(made.get(), local.data(), local.size()) != 0) {
    fail("bind");
  }
  return made;
}

face::FileDescriptor listening_socket() {
  constexpr int backlog = 64;
  auto made = bound_socket(SOCK_STREAM);
  if (listen(made.get(), backlog) != 0) {
    fail("listen");
  }
  return made;
}

}  // namespace augustus::races
