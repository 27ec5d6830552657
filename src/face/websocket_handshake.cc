// SPDX-License-Identifier: Apache-2.0
// GCC 12 with sanitizers takes an empty boost::optional inside Beast for an uninitialised one.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "face/websocket_handshake.hh"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <string_view>

namespace augustus::face {
namespace {

namespace http = boost::beast::http;

constexpr std::size_t request_bytes_max = 4096;
constexpr std::string_view end_of_header = "\r\n\r\n";

/// Sec-WebSocket-Accept: base64 of SHA-1 of the client's key and a fixed text.
std::string accept_value(std::string key) {
  key += "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned digest_bytes = 0;
  EVP_Digest(key.data(), key.size(), digest.data(), &digest_bytes, EVP_sha1(), nullptr);
  std::array<unsigned char, 2 * EVP_MAX_MD_SIZE> text;
  const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest_bytes));
  return {reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(length)};
}

WebSocketHandshake refuse(std::string_view status) {
  return {FrameOutcome::malformed, 0,
          "HTTP/1.1 " + std::string(status) +
              "\r\nSec-WebSocket-Version: 13\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"};
}

/// Empty where the request is in order.
std::string_view objection(const http::request_parser<http::empty_body>::value_type& request) {
  if (request.method() != http::verb::get || request.version() != 11) {
    return "400 Bad Request";
  }
  if (!http::token_list(request[http::field::upgrade]).exists("websocket") ||
      !http::token_list(request[http::field::connection]).exists("upgrade") ||
      request[http::field::sec_websocket_version] != "13") {
    return "426 Upgrade Required";
  }
  // 16 bytes in base64.
  return request[http::field::sec_websocket_key].size() == 24 ? "" : "400 Bad Request";
}

}  // namespace

WebSocketHandshake answer_websocket_request(std::span<const std::uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto end = text.find(end_of_header);
  if (end == std::string_view::npos) {
    return text.size() < request_bytes_max ? WebSocketHandshake{FrameOutcome::incomplete, 0, {}}
                                           : refuse("431 Request Header Fields Too Large");
  }
  const std::size_t request_bytes = end + end_of_header.size();
  http::request_parser<http::empty_body> parser;
  boost::system::error_code error;
  parser.header_limit(request_bytes_max);
  parser.put(boost::asio::buffer(text.data(), request_bytes), error);
  if (error || !parser.is_header_done()) {
    return refuse("400 Bad Request");
  }
  if (const auto status = objection(parser.get()); !status.empty()) {
    return refuse(status);
  }
  const auto& request = parser.get();
  const auto key = request[http::field::sec_websocket_key];
  const auto origin = request.find(http::field::origin);
  return {FrameOutcome::whole, request_bytes,
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
          "Upgrade\r\nSec-WebSocket-Accept: " +
              accept_value(std::string(key)) + "\r\n\r\n",
          origin == request.end() ? std::nullopt : std::optional(std::string(origin->value())),
          std::string(request[http::field::host])};
}

}  // namespace augustus::face
