// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "face/stream_framer.hh"

namespace augustus::face {

/// What a WebSocket server answers to the HTTP request at the front of a stream (RFC 6455, section 4.2).
struct WebSocketHandshake {
  FrameOutcome outcome;   ///< whole: an upgrade to accept; malformed: answer, then hang up
  std::size_t bytes = 0;  ///< of the request
  std::string response;   ///< with whole and malformed
  std::optional<std::string> origin = std::nullopt;  ///< of a whole one: the page whose script asks, in a browser
  std::string host = {};                             ///< of a whole one: the name it came by
};

/// Requests of more than 4 KiB are malformed.
WebSocketHandshake answer_websocket_request(std::span<const std::uint8_t> bytes);

}  // namespace augustus::face
