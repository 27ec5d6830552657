// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/packet_pool.hh"
#include "face/datagram_receiver.hh"
#include "face/face_index.hh"
#include "face/face_table.hh"
#include "face/file_descriptor.hh"
#include "face/link_buffers.hh"
#include "face/send_queue.hh"
#include "face/socket_address.hh"
#include "face/transport.hh"
#include "face/transport_counters.hh"
#include "face/udp_face.hh"

namespace augustus::face {

struct UdpChannelOptions {
  TimeNs idle_timeout = 600 * nanoseconds_per_second;  ///< of on-demand Faces
  /// On-demand Faces of this channel at most; 0: what the face table allows. Where that is crowded, one that was idle
  /// for a minute is closed already.
  std::uint32_t on_demand_max = 0;
  std::uint64_t on_demand_flags = flag_congestion_marking;
  bool on_demand = true;  ///< whether packets from strangers make Faces
  LinkBuffers* buffers = nullptr;  ///< of the thread that drives it, outlives it; nullptr: some of its own
};

/// One UDP socket and all unicast Faces on it, told apart by remote address and port. Bursts of datagrams are
/// received and sent in one system call each, whatever Faces they belong to. An error on one Face never
/// touches another: a datagram the system refuses is counted; an unreachable peer loses its Face unless that
/// is permanent. Runs of equally long datagrams to one peer go through the system's stack as one
/// (UDP_SEGMENT).
class UdpChannel final : public Transport {
 public:
  /// Binds to `local` (port 0: any). Throws std::system_error. `faces` and `pool` outlive the channel.
  UdpChannel(const SocketAddress& local, const UdpChannelOptions& options, std::uint8_t owner,
             FaceTable& faces, PacketPool& pool);
  ~UdpChannel() override;

  const std::string& local_uri() const { return local_uri_; }
  std::uint16_t port() const { return local_.port(); }
  bool is_v6() const { return local_.is_v6(); }
  const TransportCounters& transport_counters() const { return counters_; }

  /// Adds a Face to `remote` (of the channel's address family). Sets URIs, scope and link type of `info`
  /// itself; persistency, flags and the rest are the caller's. Where the remote has a Face already
  /// (on-demand, say) that one takes over the caller's persistency. face_id_none: the face table is full.
  /// Owning thread.
  FaceId add_face(const SocketAddress& remote, FaceInfo info, TimeNs now);

  int descriptor() const override { return socket_.get(); }
  bool wants_write() const override { return blocked_; }
  unsigned receive(Ingress& ingress, TimeNs now) override;
  void writable(TimeNs now) override;
  void send(const forward::Outgoing& outgoing, TimeNs now) override;
  void flush(TimeNs now) override;
  TimeNs tick(TimeNs now) override;
  void close_face(FaceId face) override;
  bool finished() const override { return false; }

 private:
  static constexpr std::uint32_t queue_packets = 512;
  static constexpr unsigned packets_per_send = 64;

  UdpFace* find(FaceId id) const;
  UdpFace* add(const SocketAddress& remote, FaceInfo info, TimeNs now);
  UdpFace* welcome(const DatagramReceiver::Datagram& datagram, TimeNs now);
  void note_source(UdpFace& face, const msghdr& message);
  SocketAddress source_to(const SocketAddress& remote) const;
  void close(UdpFace& face);

  unsigned run_length(unsigned at, const UdpFace& face);
  bool send_some();
  void refused(int error, unsigned run);
  void drop_gone();
  void look_at_kernel_queue(TimeNs now);
  void refresh();
  void scan_idle(TimeNs now);
  TimeNs tick_links(TimeNs now);

  FaceTable& faces_;
  UdpChannelOptions options_;
  std::uint8_t owner_;
  FileDescriptor socket_;
  SocketAddress local_;
  std::string local_uri_;
  TransportCounters counters_;
  DatagramReceiver receiver_;
  SendQueue queue_;
  LinkBuffersOfTransport buffers_;
  LinkContext context_;
  FaceIndex<UdpFace, &UdpFace::remote> index_;
  std::vector<std::unique_ptr<UdpFace>> list_;
  std::vector<UdpFace*> by_slot_;                 ///< by FaceId modulo the table's slots
  std::vector<std::unique_ptr<UdpFace>> closed_;  ///< freed when nothing on the stack can be using them
  std::vector<UdpFace*> reliable_;                ///< Faces whose link service has timers
  std::uint32_t on_demand_ = 0;
  std::uint32_t epoch_ = 0;
  std::size_t scan_at_ = 0;
  TimeNs next_scan_ = 0;
  TimeNs kernel_queue_seen_ = 0;
  bool blocked_ = false;
};

}  // namespace augustus::face
