// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "face/face_table.hh"
#include "face/face_uri.hh"
#include "face/ingress_batch.hh"
#include "face/link_buffers.hh"
#include "face/port/compact_frames.hh"
#include "face/port/compact_link.hh"
#include "face/port/frame_builder.hh"
#include "face/port/host_interface.hh"
#include "face/port/ip_reassembler.hh"
#include "face/port/neighbour_resolver.hh"
#include "face/port/port_addresses.hh"
#include "face/port/port_counters.hh"
#include "face/port/port_device.hh"
#include "face/port/port_faces.hh"
#include "face/port/port_hub.hh"
#include "face/port/port_options.hh"
#include "face/port/transmit_queue.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"

namespace augustus::face {

/// One DPDK port and all Faces on it: NDN over UDP/IPv4, UDP/IPv6 and Ethernet (type 0x8624), unicast and the
/// NDN multicast group. It answers ARP, Neighbor Discovery and ping for its own addresses, finds its
/// neighbours itself, and puts IP fragments together. What is longer than the port's MTU leaves as NDNLPv2
/// fragments. A port can have a compact header on its link instead (CompactLink). Other threads can share the
/// work: each drives a PortBranch.
class PortTransport final : public Transport {
 public:
  static constexpr std::uint32_t queue_packets = 512;

  /// Opens and starts the port. Throws std::runtime_error with what the device refused,
  /// std::invalid_argument for addresses that make no sense. `faces` and `pool` outlive the port, and so do
  /// `buffers`, those of the thread that drives it; nullptr: some of its own.
  PortTransport(const PortOptions& options, std::uint8_t owner, FaceTable& faces, PacketPool& pool,
                LinkBuffers* buffers = nullptr);
  ~PortTransport() override;

  const std::string& name() const { return options_.name; }
  std::string local_uri() const { return "dev://" + options_.name; }
  const MacAddress& mac() const { return device_.mac(); }
  std::size_t mtu() const { return device_.mtu(); }
  const PortAddresses& addresses() const { return addresses_; }
  const PortCounters& counters() const { return counters_; }
  /// Buffers of IP fragments that wait for others. Any thread.
  PoolFigures ip_fragments() const { return ip_reassembler_.figures(); }
  /// Packets that wait for the device, of the queue_packets there is room for. Owning thread.
  std::uint32_t backlog() const { return queue_.size(); }
  /// Whether packets for the Face can leave at once: its neighbour has been found. Owning thread.
  bool reaches(FaceId face);
  /// What the branches of the port share with it.
  const std::shared_ptr<PortHub>& hub() const { return hub_; }
  /// As the device said last. Any thread.
  bool is_up() const { return up_.load(std::memory_order_relaxed); }

  /// Whether a Face to `remote` would leave by this port: a udp4, udp6 or ether URI. Over UDP without
  /// `local`, only where the remote is on the port's link or behind its gateway; `local` is "dev://NAME" or,
  /// over UDP, an own address with the port's UDP port. Ethernet needs "dev://NAME". Any thread.
  bool serves(const FaceUri& remote, const std::optional<FaceUri>& local) const;
  /// As serves() without `local`, but not by way of a gateway. Any thread.
  bool on_link(const FaceUri& remote) const;

  /// Adds a Face to what serves() said yes to. Sets URIs, scope and link type of `info` itself; the rest is
  /// the caller's. A remote that has a Face already keeps it; an on-demand one takes over the caller's
  /// persistency. face_id_none: the face table is full, or serves() did not hold. Owning thread.
  FaceId add_face(const FaceUri& remote, const std::optional<FaceUri>& local, FaceInfo info, TimeNs now);
  /// The multicast Face and the one with the compact header; face_id_none where there is none. Owning thread.
  FaceId multicast_face() const;
  FaceId compact_face() const;

  int descriptor() const override { return -1; }
  bool polled() const override { return true; }
  bool wants_write() const override { return false; }
  unsigned receive(Ingress& ingress, TimeNs now) override;
  void writable(TimeNs) override {}
  void send(const forward::Outgoing& outgoing, TimeNs now) override { send_burst({&outgoing, 1}, now); }
  void send_burst(std::span<const forward::Outgoing> outgoing, TimeNs now) override;
  void flush(TimeNs now) override;
  TimeNs tick(TimeNs now) override;
  void close_face(FaceId face) override;
  bool finished() const override { return false; }

 private:
  static constexpr unsigned burst = 64;

  PortFace* add(const PortFaceKey& key, const IpAddress* local, FaceInfo info, TimeNs now);
  PortFace* add_udp(const PortFaceKey& key, const IpAddress* local, FaceInfo info, TimeNs now);
  PortFace* add_ethernet(const PortFaceKey& key, FaceInfo info, TimeNs now);
  PortFace* add_compact(FaceInfo info, TimeNs now);
  bool is_compact_peer(const MacAddress& mac) const {
    return options_.header != wire::PacketFormat::ndn && mac == options_.peer;
  }
  PortFace* welcome(const PortFaceKey& key, const IpAddress* local, bool allowed, IngressBatch& batch,
                    TimeNs now);

  void receive_frame(rte_mbuf* frame, IngressBatch& batch, TimeNs now);
  PortDrop accept(rte_mbuf*& frame, FrameView& view, IngressBatch& batch, TimeNs now);
  PortDrop accept_ip(rte_mbuf*& frame, FrameView& view, IngressBatch& batch, TimeNs now);
  PortDrop accept_udp(rte_mbuf*& frame, const FrameView& view, IngressBatch& batch, TimeNs now);
  PortDrop accept_ndn(rte_mbuf*& frame, const FrameView& view, IngressBatch& batch, TimeNs now);
  PortDrop accept_compact(rte_mbuf*& frame, const FrameView& view, IngressBatch& batch, TimeNs now);
  PortDrop answer_echo(const FrameView& view);
  bool share_with_host(const rte_mbuf* frame, FrameKind kind, PortDrop drop);
  void give_host(const rte_mbuf* frame);
  bool share_with_elements(rte_mbuf* frame, FrameKind kind, PortDrop drop, Ingress& ingress);
  unsigned forward_from_host(unsigned received);
  bool is_for_us(const FrameView& view) const;
  void deliver(rte_mbuf*& frame, const FrameView& view, PortFace& face, const LinkSender& sender,
               IngressBatch& batch, TimeNs now);

  void take_mail(Ingress& ingress, TimeNs now);
  void take_outgoing(const PortMail& mail, TimeNs now);
  void tell_added(const PortFace& face);
  void tell(unsigned branch, const PortNews& news);
  void tell_rest();

  void send_compact(PortFace& face, const forward::Outgoing& outgoing);
  void send_one(LinkPacket& link, TimeNs now);
  void transmit(PortFace& face, rte_mbuf* frame, TimeNs now);
  void watch_link(TimeNs now);

  PortOptions options_;
  FaceTable& faces_table_;
  PacketPool& pool_;
  PortCounters counters_;
  std::shared_ptr<PortHub> hub_;
  PortDevice& device_;
  PortAddresses addresses_;
  TransmitQueue output_;
  NeighbourResolver neighbours_;
  IpReassembler ip_reassembler_;
  SendQueue queue_;
  LinkBuffersOfTransport buffers_;
  LinkContext ethernet_;
  LinkContext udp_v4_;
  LinkContext udp_v6_;
  PortFaces faces_;
  std::optional<CompactLink> compact_;           ///< translates
  std::optional<CompactFrames> compact_frames_;  ///< where packets keep their names
  std::optional<HostInterface> host_;
  std::vector<std::deque<PortNews>> untold_;  ///< for each branch, while its ring is full
  unsigned host_turn_ = 0;
  std::atomic<bool> up_ = false;
  TimeNs next_link_look_ = 0;
};

}  // namespace augustus::face
