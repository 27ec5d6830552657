// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "face/face_info.hh"
#include "face/file_descriptor.hh"
#include "face/socket_address.hh"

namespace augustus::face {

enum class StreamKind : std::uint8_t { unix_stream, tcp, websocket };

/// A connection just accepted, and the Face it is to become.
struct AcceptedStream {
  FileDescriptor socket;
  FaceInfo info;
  bool is_tcp = false;  ///< kind == StreamKind::tcp
  StreamKind kind = StreamKind::unix_stream;
};

/// Listens for stream connections; driven by one thread. The socket file of a Unix listener is removed at the
/// end, if it is still this listener's.
class StreamListener {
 public:
  /// Listens on a socket file with permissions `mode`, making its folder if that is missing. A file left
  /// behind by a listener that is gone is replaced. Throws std::system_error (EADDRINUSE: somebody answers
  /// there).
  static StreamListener on_unix(const std::string& path, unsigned mode);
  /// Throws std::system_error.
  static StreamListener on_tcp(const SocketAddress& address);
  /// For WebSocket clients; throws std::system_error.
  static StreamListener on_websocket(const SocketAddress& address);

  StreamListener(StreamListener&&) noexcept = default;
  StreamListener& operator=(StreamListener&&) = delete;
  ~StreamListener();

  int descriptor() const { return socket_.get(); }
  const std::string& local_uri() const { return local_uri_; }
  /// TCP: the port, where 0 was asked for.
  std::uint16_t port() const { return port_; }

  /// The next waiting connection; std::nullopt when there is none. Faces are on-demand, with congestion
  /// marking.
  std::optional<AcceptedStream> accept();
  /// Connections turned away because the process had no descriptor left.
  std::uint64_t refused() const { return refused_; }

 private:
  StreamListener() = default;
  static StreamListener on_ip(const SocketAddress& address, StreamKind kind);
  void refuse_one();

  StreamKind kind_ = StreamKind::unix_stream;

  FileDescriptor socket_;
  FileDescriptor reserve_;  ///< given up for a moment to turn a connection away when descriptors run out
  std::string local_uri_;
  std::string path_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::uint16_t port_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace augustus::face
