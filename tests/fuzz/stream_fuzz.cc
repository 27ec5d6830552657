// SPDX-License-Identifier: Apache-2.0
// What cuts packets out of streams: lengths stay inside, more bytes never change a verdict.
#include <algorithm>
#include <vector>

#include "face/stream_framer.hh"
#include "face/websocket_frame.hh"
#include "face/websocket_handshake.hh"
#include "fuzz/require.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace augustus::face;
  const std::span<const std::uint8_t> stream(bytes, size);
  const std::size_t split = size == 0 ? 0 : bytes[0] % size;

  const Frame packet = next_frame(stream);
  require(packet.outcome != FrameOutcome::whole || (packet.bytes >= 2 && packet.bytes <= size));
  require(packet.bytes <= link_packet_bytes_max);
  const Frame early = next_frame(stream.first(split));
  require(early.outcome == FrameOutcome::incomplete || early.outcome == packet.outcome);

  const WebSocketFrame frame = next_websocket_frame(stream);
  require(frame.outcome != FrameOutcome::whole || frame.header_bytes + frame.payload_bytes <= size);
  const WebSocketFrame early_frame = next_websocket_frame(stream.first(split));
  require(early_frame.outcome == FrameOutcome::incomplete || early_frame.outcome == frame.outcome);

  const WebSocketHandshake handshake = answer_websocket_request(stream);
  require(handshake.bytes <= size);
  require(handshake.response.empty() == (handshake.outcome == FrameOutcome::incomplete));
  return 0;
}
