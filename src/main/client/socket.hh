// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "main/client/endpoint.hh"

namespace augustus::client {

/// A descriptor connected to `endpoint`; UDP from `local_port`, which the system chooses when 0. Throws
/// std::runtime_error saying what the user can do about it.
int connect_to(const Endpoint& endpoint, std::uint16_t local_port = 0);

/// A non-blocking socket to a router that carries whole packets: datagrams, or TLVs one after the other on a
/// stream. What the system does not take at once is kept and sent when the socket becomes writable.
class Socket {
 public:
  /// Connects; throws std::runtime_error saying what the user can do about it.
  explicit Socket(const Endpoint& endpoint);
  /// Takes over a connected descriptor.
  Socket(int descriptor, bool is_stream);
  ~Socket();
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&&) = delete;

  int descriptor() const { return descriptor_; }
  bool wants_write() const { return !output_.empty() || !datagrams_.empty(); }
  /// Bytes that wait for the socket to take them.
  std::size_t queued_bytes() const { return queued_bytes_; }

  /// Queues one packet, given in two parts; flush() sends what is queued.
  void send(std::span<const std::uint8_t> head, std::span<const std::uint8_t> body);
  void flush();

  using Visitor = std::function<void(std::span<const std::uint8_t> packet)>;
  /// Hands each whole packet that has arrived to `visit`, at most a burst of them; true: there may be more.
  /// Throws std::runtime_error when the connection is gone or what arrives is no TLV.
  bool receive(const Visitor& visit);

 private:
  bool receive_stream(const Visitor& visit);
  bool receive_datagrams(const Visitor& visit);
  void flush_stream();
  void flush_datagrams();

  int descriptor_;
  bool is_stream_;
  std::size_t queued_bytes_ = 0;
  std::vector<std::uint8_t> output_;                 ///< of a stream: bytes not yet written
  std::deque<std::vector<std::uint8_t>> datagrams_;  ///< not yet sent
  std::vector<std::uint8_t> input_;                  ///< receive buffer
  std::size_t input_used_ = 0;                       ///< of a stream: bytes of it that hold unread packets
};

}  // namespace augustus::client
