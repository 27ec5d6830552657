// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/packet_pool.hh"
#include "face/datagram_receiver.hh"
#include "face/face_table.hh"
#include "face/file_descriptor.hh"
#include "face/link_buffers.hh"
#include "face/link_service.hh"
#include "face/send_queue.hh"
#include "face/socket_address.hh"
#include "face/transport.hh"
#include "face/transport_counters.hh"

namespace augustus::face {

/// NFD's multicast groups.
inline constexpr const char* udp_multicast_group_v4 = "224.0.23.170";
inline constexpr const char* udp_multicast_group_v6 = "ff02::1234";

struct UdpMulticastOptions {
  bool loopback = false;  ///< whether sockets on this machine hear what is sent, this one among them
  std::uint64_t flags = flag_congestion_marking;
  LinkBuffers* buffers = nullptr;  ///< of the thread that drives it, outlives it; nullptr: some of its own
};

/// The multicast Face of one network interface: multi-access, non-local, permanent. One socket, bound to the
/// group, sends and receives; senders are told apart for reassembly only.
class UdpMulticast final : public Transport {
 public:
  /// `group` is a multicast address and port; `interface` the interface's name. Throws std::system_error
  /// where the system refuses, among them ENODEV (no such interface) and EADDRNOTAVAIL (no address of that
  /// family).
  UdpMulticast(const SocketAddress& group, const std::string& interface, const UdpMulticastOptions& options,
               std::uint8_t owner, FaceTable& faces, PacketPool& pool);
  ~UdpMulticast() override;

  FaceId face() const { return face_; }  ///< face_id_none: the face table was full
  const TransportCounters& transport_counters() const { return counters_; }

  int descriptor() const override { return socket_.get(); }
  bool wants_write() const override { return blocked_; }
  unsigned receive(Ingress& ingress, TimeNs now) override;
  void writable(TimeNs now) override;
  void send(const forward::Outgoing& outgoing, TimeNs now) override;
  void flush(TimeNs now) override;
  TimeNs tick(TimeNs now) override;
  void close_face(FaceId face) override;
  bool finished() const override { return closed_; }

 private:
  static constexpr std::uint32_t queue_packets = 512;
  static constexpr unsigned packets_per_send = 64;

  bool send_some();

  SocketAddress group_;
  SocketAddress own_;
  bool hears_itself_;
  FileDescriptor socket_;
  TransportCounters counters_;
  DatagramReceiver receiver_;
  SendQueue queue_;
  LinkBuffersOfTransport buffers_;
  LinkContext context_;
  FaceId face_ = face_id_none;
  std::unique_ptr<LinkService> link_;
  std::uint32_t epoch_ = 0;
  bool blocked_ = false;
  bool closed_ = false;
};

}  // namespace augustus::face
