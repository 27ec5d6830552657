// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "face/stream_transport.hh"
#include "face/web_names.hh"
#include "face/websocket_frame.hh"

namespace augustus::face {

/// One Face over an accepted WebSocket connection (RFC 6455, server side, no extensions): one NDN packet a
/// message. The Face is down until the opening handshake is done. A client that is silent is asked with a
/// ping; one that stays silent is closed.
class WebSocketTransport final : public StreamTransport {
 public:
  /// A client of local scope is taken for a stranger until its handshake shows that `pages` admit it.
  WebSocketTransport(FileDescriptor socket, const FaceInfo& info, std::uint8_t owner, FaceTable& faces,
                     PacketPool& pool, TimeNs now, const StreamOptions& options = {},
                     LocalWebPages pages = {});

  TimeNs tick(TimeNs now) override;

 private:
  static constexpr TimeNs handshake_limit = 10 * nanoseconds_per_second;
  static constexpr TimeNs ping_after = 10 * nanoseconds_per_second;
  static constexpr TimeNs close_after = 40 * nanoseconds_per_second;

  unsigned take_input(std::uint8_t* bytes, std::size_t count, Ingress& ingress, TimeNs now) override;
  std::size_t take_handshake(std::span<const std::uint8_t> bytes, TimeNs now);
  unsigned take_frame(const WebSocketFrame& frame, std::span<std::uint8_t> payload, Ingress& ingress,
                      TimeNs now);
  unsigned take_part(const WebSocketFrame& frame, std::span<const std::uint8_t> payload, Ingress& ingress,
                     TimeNs now);
  unsigned take_message(std::span<const std::uint8_t> message, Ingress& ingress, TimeNs now);
  void queue_control(WebSocketOpcode opcode, std::span<const std::uint8_t> payload);
  void fail(std::uint16_t code, TimeNs now);

  bool from_this_machine_;
  LocalWebPages pages_;
  bool open_ = false;
  TimeNs last_input_;
  TimeNs pinged_at_ = 0;
  std::unique_ptr<std::uint8_t[]>
      message_;  ///< of a message in several frames, made when the first one comes
  std::size_t message_bytes_ = 0;
  bool in_message_ = false;
};

}  // namespace augustus::face
