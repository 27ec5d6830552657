// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "face/socket_address.hh"
#include "face/stream_transport.hh"

namespace augustus::face {

/// One Face over TCP, accepted or connected by us. While there is no connection the Face is down. One that
/// keeps trying (FaceInfo) connects again, and a permanent one that has been connected before does, waiting
/// 1 s, then twice as long each time up to 5 minutes (as NFD); any other is closed.
class TcpTransport final : public StreamTransport {
 public:
  /// Over an accepted connection.
  TcpTransport(FileDescriptor socket, FaceInfo info, std::uint8_t owner, FaceTable& faces, PacketPool& pool,
               const StreamOptions& options = {});

  /// Begins to connect to `remote`. Sets URIs and scope of `info` itself; persistency, flags and the rest are
  /// the caller's. The Face is in `faces`, down, until the connection stands.
  TcpTransport(const SocketAddress& remote, FaceInfo info, std::uint8_t owner, FaceTable& faces,
               PacketPool& pool, TimeNs now, const StreamOptions& options = {});

  /// Why it could not be connected last; empty: it could.
  const std::string& problem() const { return problem_; }

  bool wants_write() const override { return connecting_ || StreamTransport::wants_write(); }
  unsigned receive(Ingress& ingress, TimeNs now) override;
  void writable(TimeNs now) override;
  TimeNs tick(TimeNs now) override;

 private:
  static constexpr TimeNs connect_limit = 8 * nanoseconds_per_second;
  static constexpr TimeNs first_wait = nanoseconds_per_second;
  static constexpr TimeNs longest_wait = 300 * nanoseconds_per_second;

  /// Whether to try again after the connection ended or failed.
  bool reconnects() const { return keeps_trying_ || (was_connected_ && persistency_ == Persistency::permanent); }
  /// It could not be connected: notes why, then as when a connection ends.
  void lost(std::string why, TimeNs now);
  void disconnected(TimeNs now) override;
  void begin_connect(TimeNs now);
  void finish_connect(TimeNs now);

  SocketAddress remote_;
  bool connecting_ = false;
  bool was_connected_ = false;
  std::string problem_;
  TimeNs deadline_ = time_never;  ///< of the attempt, or when the next one begins
  TimeNs wait_ = first_wait;
};

}  // namespace augustus::face
