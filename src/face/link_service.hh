// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/clock.hh"
#include "base/packet_pool.hh"
#include "face/congestion_marker.hh"
#include "face/face_table.hh"
#include "face/reassembler.hh"
#include "face/reliability.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"
#include "forward/outgoing.hh"
#include "wire/lp_codec.hh"

namespace augustus::face {

/// What the link services of one transport share; owned by the transport, which outlives them.
struct LinkContext {
  FaceTable& faces;
  PacketPool& pool;
  SendQueue& queue;  ///< where link packets go
  Reassembler& reassembler;
  std::size_t mtu = SIZE_MAX;  ///< bytes of the largest link packet the transport can send
  /// Puts what the transport itself needs in front of each link packet's header (frame_room bytes are kept
  /// free).
  void (*frame)(LinkPacket&) = nullptr;
  std::size_t kernel_bytes = 0;  ///< the system's send queue, as last looked at
};

/// The link service of one Face: NDNLPv2 between bare network packets inside and link packets outside.
/// Fragments and reassembles, carries PIT tokens, marks, Nacks and local fields, and repeats what was lost
/// where reliability is on. Used by the thread that drives the transport.
class LinkService {
 public:
  LinkService(LinkContext& context, FaceId face);

  FaceId face() const { return face_; }
  FaceCounters& counters() { return *counters_; }

  /// Takes one link packet, all of the (contiguous) buffer's data. `endpoint` tells the senders of a
  /// multi-access Face apart; 0 otherwise. What is whole goes to `ingress`.
  void receive(rte_mbuf* packet, std::uint64_t endpoint, Ingress& ingress, TimeNs now);

  /// Takes one network packet and queues its link packets; drops and counts what does not fit.
  void send(const forward::Outgoing& outgoing, TimeNs now);

  /// Idle Acks and retransmissions; returns when to call again (time_never unless reliability is on).
  TimeNs tick(TimeNs now);

  /// Reads flags, MTU and congestion settings again if they were changed; whether they were.
  bool refresh();
  bool reliable() const { return reliability_ != nullptr; }

 private:
  void apply(const FaceInfo& info);

  void receive_decoded(rte_mbuf* packet, const wire::LpHeader& header, std::uint64_t endpoint,
                       Ingress& ingress, TimeNs now);
  void deliver(rte_mbuf* packet, Ingress& ingress);

  bool is_plain(const forward::Outgoing& outgoing) const;
  void queue_plain(const forward::Outgoing& outgoing);
  bool fill_header(const forward::Outgoing& outgoing, bool mark, wire::LpHeader& header) const;
  bool queue_bare(rte_mbuf* packet);
  bool send_with_header(wire::LpHeader& header, rte_mbuf* packet, TimeNs now);
  bool send_fragments(wire::LpHeader& header, rte_mbuf* packet, std::size_t header_bytes, TimeNs now);
  bool send_one(wire::LpHeader& header, rte_mbuf* packet, std::size_t offset, std::size_t length, TimeNs now);
  bool queue_link_packet(wire::LpHeader& header, rte_mbuf* packet, std::size_t offset, std::size_t length);
  bool queue_copy(const wire::LpHeader& header, const rte_mbuf* packet, std::size_t offset,
                  std::size_t length);
  void add_acks(wire::LpHeader& header, std::size_t header_and_payload);
  void send_idle_acks();
  void retransmit(TimeNs now);
  void push(std::size_t bytes);
  void count_sent(const forward::Outgoing& outgoing);

  LinkContext& context_;
  FaceCounters* counters_;
  FaceId face_;
  std::uint32_t version_ = 0;
  std::uint32_t flags_ = 0;
  std::size_t mtu_ = SIZE_MAX;
  std::uint64_t congestion_interval_ns_ = 0;
  std::uint64_t congestion_threshold_bytes_ = 0;
  std::uint64_t next_sequence_ = 0;
  bool plain_ = true;  ///< neither reliability nor local fields are on
  CongestionMarker marker_;
  std::unique_ptr<Reliability> reliability_;
};

}  // namespace augustus::face
