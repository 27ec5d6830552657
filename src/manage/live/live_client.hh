// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <functional>
#include <memory>
#include <string>

namespace augustus::manage {

/// One open page's WebSocket (RFC 6455). What the page sends is read and forgotten; one that stops reading is
/// closed after half a minute, and meanwhile misses snapshots.
class LiveClient : public std::enable_shared_from_this<LiveClient> {
 public:
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;

  LiveClient(boost::beast::tcp_stream stream, std::function<void(LiveClient&)> on_end);

  void accept(const Request& request);
  /// Sends the text unless the one before is still on its way.
  void send(std::shared_ptr<const std::string> text);
  /// Closes it without a further word of on_end.
  void leave();

 private:
  void read();
  void end();

  boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
  boost::beast::flat_buffer buffer_;
  std::function<void(LiveClient&)> on_end_;
  std::shared_ptr<const std::string> sending_;
  bool open_ = false;
};

}  // namespace augustus::manage
