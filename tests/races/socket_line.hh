// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <memory>
#include <string>

#include "face/file_descriptor.hh"
#include "face/socket_address.hh"
#include "races/line.hh"

namespace augustus::races {

/// How packets lie in a stream.
enum class Framing : std::uint8_t { none, websocket };

/// A client's connected stream: TCP, Unix or WebSocket.
class StreamLine final : public Line {
 public:
  /// Takes over the socket. A WebSocket's handshake is sent at once; its answer is passed over.
  StreamLine(face::FileDescriptor socket, Framing framing);

  void send(const Bytes& packet) override;
  void flush() override;
  Bytes receive() override;
  int descriptor() const override { return socket_.get(); }

  /// Sends the first half of a packet and ends the connection, by a reset where the socket can.
  void break_off(const Bytes& packet);

 private:
  void put(const Bytes& packet);
  Bytes take_packet();
  Bytes take_websocket_payload();
  /// Takes the first bytes off what was received.
  Bytes take(std::size_t header, std::size_t bytes);

  face::FileDescriptor socket_;
  Framing framing_;
  bool greeted_;  ///< the handshake is over
  Bytes output_;
  Bytes input_;
};

// Each throws std::system_error.
std::unique_ptr<Line> datagrams_to(const face::SocketAddress& remote);
std::unique_ptr<StreamLine> tcp_to(const face::SocketAddress& remote);
std::unique_ptr<StreamLine> websocket_to(const face::SocketAddress& remote);
std::unique_ptr<StreamLine> unix_to(const std::string& path);

/// A socket of this type on a free port of 127.0.0.1. Where it is a stream's, nobody can connect there.
face::FileDescriptor bound_socket(int type);
/// Somebody can connect here.
face::FileDescriptor listening_socket();

}  // namespace augustus::races
