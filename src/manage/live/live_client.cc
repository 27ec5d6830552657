// SPDX-License-Identifier: Apache-2.0
#include "manage/live/live_client.hh"

#include <chrono>
#include <utility>

namespace augustus::manage {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

constexpr std::size_t message_bytes_max = 1024;
constexpr std::size_t frame_bytes_max = 4096;

}  // namespace

LiveClient::LiveClient(beast::tcp_stream stream, std::function<void(LiveClient&)> on_end)
    : socket_(std::move(stream)), buffer_(frame_bytes_max), on_end_(std::move(on_end)) {
  // The WebSocket has time limits of its own.
  beast::get_lowest_layer(socket_).expires_never();
  socket_.set_option(websocket::stream_base::timeout{.handshake_timeout = std::chrono::seconds(10),
                                                     .idle_timeout = std::chrono::seconds(30),
                                                     .keep_alive_pings = true});
  socket_.read_message_max(message_bytes_max);
}

void LiveClient::accept(const Request& request) {
  socket_.async_accept(request, [self = shared_from_this()](const beast::error_code& error) {
    if (error) {
      self->end();
      return;
    }
    self->open_ = true;
    self->read();
  });
}

void LiveClient::read() {
  socket_.async_read(buffer_, [self = shared_from_this()](const beast::error_code& error, std::size_t) {
    self->buffer_.clear();
    if (error) {
      self->end();
    } else {
      self->read();
    }
  });
}

void LiveClient::send(std::shared_ptr<const std::string> text) {
  if (!open_ || sending_) {
    return;
  }
  sending_ = std::move(text);
  socket_.async_write(boost::asio::buffer(*sending_),
                      [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                        self->sending_.reset();
                        if (error) {
                          self->end();
                        }
                      });
}

void LiveClient::leave() {
  open_ = false;
  on_end_ = nullptr;
  beast::get_lowest_layer(socket_).close();
}

void LiveClient::end() {
  if (const auto on_end = std::exchange(on_end_, nullptr)) {
    leave();
    on_end(*this);
  }
}

}  // namespace augustus::manage
