// SPDX-License-Identifier: Apache-2.0
// A WebSocket's stream, the handshake included: however it is split into reads, the same packets come out of it, the Face
// ends in the same state, and what it sent is frames.
#include "face/websocket_transport.hh"

#include <sys/ioctl.h>
#include <sys/socket.h>

#include <string_view>

#include "face/websocket_handshake.hh"
#include "fuzz/input.hh"
#include "fuzz/packet_buffers.hh"
#include "fuzz/require.hh"

namespace {

using namespace augustus;
using namespace augustus::face;

constexpr TimeNs start = nanoseconds_per_second;
constexpr std::string_view upgrade =
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

struct Outcome {
  std::vector<Bytes> packets;
  std::uint64_t malformed = 0;
  bool finished = false;
  bool local = false;
  bool up = false;
  bool operator==(const Outcome&) const = default;
};

/// One connection, and the client at its other end.
class Connection {
 public:
  Connection() {
    int ends[2];
    require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    client_.reset(ends[1]);
    FaceInfo info;
    info.scope = forward::FaceScope::local;
    transport_ = std::make_unique<WebSocketTransport>(
        FileDescriptor(ends[0]), info, 0, faces(), packet_buffers(), start, StreamOptions{.buffers = &buffers()},
        LocalWebPages{.origins = {"http://mine"}, .hosts = {}});
    require(transport_->face() != face_id_none);
  }

  void write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty() && !transport_->finished()) {
      const auto sent = send(client_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      require(sent > 0);
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      for (int waiting = 1; waiting != 0 && !transport_->finished();) {
        transport_->receive(inbox_, start);
        require(ioctl(transport_->descriptor(), FIONREAD, &waiting) == 0);
        read();
      }
    }
  }

  Outcome outcome() {
    Outcome outcome{.packets = inbox_.packets, .finished = transport_->finished()};
    if (const auto info = faces().find(transport_->face())) {
      outcome.local = info->scope == forward::FaceScope::local;
      outcome.up = info->up;
      outcome.malformed = faces().counters(transport_->face(), 0).in_malformed.value();
    }
    return outcome;
  }

  /// A client that says nothing more is asked, and closed.
  void fall_silent() {
    if (!transport_->finished()) {
      require(transport_->tick(start + 39 * nanoseconds_per_second) > start + 39 * nanoseconds_per_second ||
              transport_->finished());
    }
    if (!transport_->finished()) {
      transport_->tick(start + 50 * nanoseconds_per_second);
    }
    require(transport_->finished());
    read();
    check_sent();
    buffers().reassembler.expire(start + 60 * nanoseconds_per_second);
    require(buffers().reassembler.message_figures().in_use == 0);
    faces().take_events();
  }

 private:
  static FaceTable& faces() {
    static FaceTable faces(4);
    return faces;
  }
  static LinkBuffers& buffers() {
    static LinkBuffers buffers(packet_buffers(), faces(), 1);
    return buffers;
  }

  void read() {
    std::uint8_t bytes[16384];
    for (ssize_t got = 1; got > 0;) {
      got = recv(client_.get(), bytes, sizeof(bytes), MSG_DONTWAIT);
      sent_.insert(sent_.end(), bytes, bytes + std::max<ssize_t>(got, 0));
    }
  }

  /// An answer to the handshake, then control frames of a server: whole, and without a mask.
  void check_sent() const {
    const std::string_view text(reinterpret_cast<const char*>(sent_.data()), sent_.size());
    if (text.empty()) {
      return;
    }
    require(text.starts_with("HTTP/1.1 "));
    std::size_t at = text.find("\r\n\r\n");
    require(at != text.npos);
    at += 4;
    require(at == sent_.size() || text.starts_with("HTTP/1.1 101 "));
    while (at != sent_.size()) {
      require(sent_.size() - at >= 2);
      const std::uint8_t opcode = sent_[at];
      require(opcode == 0x88 || opcode == 0x89 || opcode == 0x8a);
      require(sent_[at + 1] <= 125 && sent_.size() - at >= 2u + sent_[at + 1]);
      at += 2u + sent_[at + 1];
    }
  }

  FileDescriptor client_;
  std::unique_ptr<WebSocketTransport> transport_;
  Inbox inbox_;
  Bytes sent_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const unsigned before = packet_buffers().in_use();
  Input input(bytes, size);
  const bool with_upgrade = !input.one_in(4);
  const auto cuts = input.bytes(input.below(16));
  Bytes stream;
  if (with_upgrade) {
    stream.assign(upgrade.begin(), upgrade.end());
  }
  const auto rest = input.rest();
  stream.insert(stream.end(), rest.begin(), rest.end());

  Connection whole;
  whole.write(stream);
  Connection split;
  std::span<const std::uint8_t> left(stream);
  for (const std::uint8_t cut : cuts) {
    const std::size_t part = std::min<std::size_t>(cut < 128 ? cut : std::size_t{cut - 127u} * 32, left.size());
    split.write(left.first(part));
    left = left.subspan(part);
  }
  split.write(left);

  require(whole.outcome() == split.outcome());
  whole.fall_silent();
  split.fall_silent();
  require(packet_buffers().in_use() == before);
  return 0;
}
