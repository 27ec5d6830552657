// SPDX-License-Identifier: Apache-2.0
#include "face/websocket_transport.hh"

#include <sys/socket.h>

#include <algorithm>
#include <cstring>

#include "face/websocket_handshake.hh"

namespace augustus::face {
namespace {

constexpr std::uint16_t close_protocol_error = 1002;
constexpr std::uint16_t close_too_big = 1009;

FaceInfo before_handshake(FaceInfo info) {
  info.up = false;
  info.scope = forward::FaceScope::non_local;
  return info;
}

/// Each link packet is one binary frame.
void frame_link_packet(LinkPacket& packet) {
  std::uint8_t header[LinkPacket::frame_room];
  const std::size_t bytes = write_websocket_header(WebSocketOpcode::binary, packet.bytes(), header);
  std::memmove(packet.header.data() + bytes, packet.header.data(), packet.header_length);
  std::memcpy(packet.header.data(), header, bytes);
  packet.header_length = static_cast<std::uint16_t>(packet.header_length + bytes);
}

}  // namespace

WebSocketTransport::WebSocketTransport(FileDescriptor socket, const FaceInfo& info, std::uint8_t owner,
                                       FaceTable& faces, PacketPool& pool, TimeNs now,
                                       const StreamOptions& options, LocalWebPages pages)
    : StreamTransport(std::move(socket), before_handshake(info), owner, faces, pool, options),
      from_this_machine_(info.scope == forward::FaceScope::local),
      pages_(std::move(pages)),
      last_input_(now) {
  context().frame = frame_link_packet;
}

unsigned WebSocketTransport::take_input(std::uint8_t* bytes, std::size_t count, Ingress& ingress,
                                        TimeNs now) {
  last_input_ = now;
  if (!open_) {
    const std::size_t taken = take_handshake({bytes, count}, now);
    bytes += taken;
    count -= taken;
  }
  unsigned packets = 0;
  while (open_ && is_open() && count != 0) {
    const WebSocketFrame frame = next_websocket_frame({bytes, count});
    if (frame.outcome == FrameOutcome::incomplete) {
      keep_input(bytes, count);
      break;
    }
    if (frame.outcome == FrameOutcome::malformed) {
      fail(close_protocol_error, now);
      break;
    }
    const std::span payload(bytes + frame.header_bytes, frame.payload_bytes);
    unmask(payload, frame.mask);
    packets += take_frame(frame, payload, ingress, now);
    bytes += frame.header_bytes + frame.payload_bytes;
    count -= frame.header_bytes + frame.payload_bytes;
  }
  if (is_open()) {
    flush(now);
  }
  return packets;
}

std::size_t WebSocketTransport::take_handshake(std::span<const std::uint8_t> bytes, TimeNs now) {
  const WebSocketHandshake handshake = answer_websocket_request(bytes);
  if (handshake.outcome == FrameOutcome::incomplete) {
    keep_input(bytes.data(), bytes.size());
    return bytes.size();
  }
  // The first bytes on a fresh connection: they fit its buffer or it is no use.
  const ssize_t sent = ::send(socket_.get(), handshake.response.data(), handshake.response.size(),
                              MSG_DONTWAIT | MSG_NOSIGNAL);
  if (handshake.outcome == FrameOutcome::malformed ||
      sent != static_cast<ssize_t>(handshake.response.size())) {
    counters().in_malformed.add();
    disconnected(now);
    return bytes.size();
  }
  if (from_this_machine_ && pages_.admit(handshake.origin ? &*handshake.origin : nullptr, handshake.host)) {
    faces().update_own(face(), [](FaceInfo& info) { info.scope = forward::FaceScope::local; });
    take_up_settings();
  }
  open_ = true;
  faces().set_up(face(), true);
  return handshake.bytes;
}

unsigned WebSocketTransport::take_frame(const WebSocketFrame& frame, std::span<std::uint8_t> payload,
                                        Ingress& ingress, TimeNs now) {
  switch (frame.opcode) {
    case WebSocketOpcode::ping:
      queue_control(WebSocketOpcode::pong, payload);
      return 1;
    case WebSocketOpcode::pong:
      return 1;
    case WebSocketOpcode::close:
      queue_control(WebSocketOpcode::close, payload.first(std::min<std::size_t>(payload.size(), 2)));
      flush(now);
      disconnected(now);
      return 0;
    default:
      break;
  }
  const bool starts = frame.opcode != WebSocketOpcode::continuation;
  if (starts == in_message_) {
    fail(close_protocol_error, now);
    return 0;
  }
  return starts && frame.final ? take_message(payload, ingress, now)
                               : take_part(frame, payload, ingress, now);
}

unsigned WebSocketTransport::take_part(const WebSocketFrame& frame, std::span<const std::uint8_t> payload,
                                       Ingress& ingress, TimeNs now) {
  if (message_ == nullptr) {
    message_ = std::make_unique_for_overwrite<std::uint8_t[]>(link_packet_bytes_max);
  }
  if (message_bytes_ + payload.size() > link_packet_bytes_max) {
    fail(close_too_big, now);
    return 0;
  }
  std::copy(payload.begin(), payload.end(), message_.get() + message_bytes_);
  message_bytes_ += payload.size();
  in_message_ = !frame.final;
  if (!frame.final) {
    return 0;
  }
  const std::size_t bytes = message_bytes_;
  message_bytes_ = 0;
  return take_message({message_.get(), bytes}, ingress, now);
}

unsigned WebSocketTransport::take_message(std::span<const std::uint8_t> message, Ingress& ingress,
                                          TimeNs now) {
  const Frame packet = next_frame(message);
  if (packet.outcome != FrameOutcome::whole || packet.bytes != message.size()) {
    counters().in_malformed.add();
    return 0;
  }
  deliver(message, ingress, now);
  return 1;
}

void WebSocketTransport::queue_control(WebSocketOpcode opcode, std::span<const std::uint8_t> payload) {
  SendQueue& queue = context().queue;
  if (queue.room() == 0) {
    return;
  }
  LinkPacket& packet = queue.back();
  packet.packet = nullptr;
  packet.face = face();
  packet.offset = 0;
  packet.length = 0;
  const std::size_t header = write_websocket_header(opcode, payload.size(), packet.header.data());
  std::copy(payload.begin(), payload.end(), packet.header.data() + header);
  packet.header_length = static_cast<std::uint16_t>(header + payload.size());
  queue.push();
}

void WebSocketTransport::fail(std::uint16_t code, TimeNs now) {
  counters().in_malformed.add();
  const std::uint8_t status[] = {static_cast<std::uint8_t>(code >> 8), static_cast<std::uint8_t>(code)};
  queue_control(WebSocketOpcode::close, status);
  flush(now);
  if (is_open()) {
    disconnected(now);
  }
}

TimeNs WebSocketTransport::tick(TimeNs now) {
  TimeNs next = StreamTransport::tick(now);
  if (finished()) {
    return next;
  }
  const TimeNs limit = last_input_ + (open_ ? close_after : handshake_limit);
  if (now >= limit) {
    close();
    return time_never;
  }
  if (open_) {
    const TimeNs ping_at = std::max(last_input_, pinged_at_) + ping_after;
    if (now >= ping_at) {
      pinged_at_ = now;
      queue_control(WebSocketOpcode::ping, {});
      flush(now);
      next = std::min(next, now + ping_after);
    } else {
      next = std::min(next, ping_at);
    }
  }
  return std::min(next, limit);
}

}  // namespace augustus::face
