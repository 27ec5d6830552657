// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "base/clock.hh"
#include "base/copy_short.hh"
#include "base/packet_pool.hh"
#include "face/congestion_marker.hh"
#include "face/face_table.hh"
#include "face/link_buffers.hh"
#include "face/reliability.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"
#include "forward/arrival.hh"
#include "forward/outgoing.hh"
#include "wire/lp_codec.hh"
#include "wire/plain_lp.hh"

namespace augustus::face {

/// What the link services of one transport share; owned by the transport, which outlives them.
struct LinkContext {
  FaceTable& faces;
  PacketPool& pool;
  SendQueue& queue;  ///< where link packets go
  LinkBuffers& buffers;  ///< of the thread
  std::size_t mtu = SIZE_MAX;  ///< bytes of the largest link packet the transport can send
  /// Puts what the transport itself needs in front of each link packet's header (frame_room bytes are kept
  /// free).
  void (*frame)(LinkPacket&) = nullptr;
  std::size_t kernel_bytes = 0;  ///< the system's send queue, as last looked at
  unsigned lane = 0;             ///< of the Faces' counters (FaceTable::counters)
};

/// Who on a multi-access link sent a link packet; by default the one peer that a Face has.
struct LinkSender {
  std::uint64_t endpoint = 0;  ///< tells it apart from others on the link
  std::uint64_t source = 0;    ///< whose part of room that senders share it takes (face_source.hh); 0: the Face's own
};

/// The link service of one Face: NDNLPv2 between bare network packets inside and link packets outside.
/// Fragments and reassembles, carries PIT tokens, marks, Nacks and local fields, and repeats what was lost
/// where reliability is on. Used by the thread that drives the transport.
class LinkService {
 public:
  LinkService(LinkContext& context, FaceId face);

  FaceId face() const { return face_; }
  FaceCounters& counters() { return *counters_; }

  /// Takes one link packet, all of the (contiguous) buffer's data. What is whole goes to `ingress`.
  void receive(rte_mbuf* packet, const LinkSender& sender, Ingress& ingress, TimeNs now);

  /// What receive() does with most packets, in line: bare, or in an LpPacket with a PIT token at most. True:
  /// `packet` is a network packet now, for the caller to hand on. False: nothing was done.
  bool receive_plain(rte_mbuf* packet);

  /// Takes one network packet and queues its link packets; drops and counts what does not fit.
  void send(const forward::Outgoing& outgoing, TimeNs now);

  /// What send() does with most packets, in line: unmarked, in one piece, with a PIT token at most. False:
  /// nothing was done.
  bool send_plain(const forward::Outgoing& outgoing);

  /// The same past the queue, for a transport in which nothing waits: where nobody shares the packet's buffer
  /// it is a link packet then, with `room` bytes free in front, the transport's to send. False: nothing was
  /// done.
  bool send_in_place(const forward::Outgoing& outgoing, std::size_t room);

  /// Idle Acks and retransmissions; returns when to call again (time_never unless reliability is on).
  TimeNs tick(TimeNs now);

  /// Reads flags, MTU and congestion settings again if anything about the Face was changed; whether it was.
  /// The first time it is taken to be.
  bool refresh();
  /// Whose part of room that Faces share it takes: its peer's (face_source.hh), or its own.
  std::uint64_t source() const { return source_; }
  bool is_local() const { return is_local_; }
  bool reliable() const { return reliability_ != nullptr; }
  /// Bytes of the largest link packet that may leave.
  std::size_t mtu() const { return mtu_; }

 private:
  void apply(const FaceInfo& info);

  void receive_decoded(rte_mbuf* packet, const wire::LpHeader& header, const LinkSender& sender,
                       Ingress& ingress, TimeNs now);
  void deliver(rte_mbuf* packet, Ingress& ingress);

  bool is_plain(const forward::Outgoing& outgoing) const;
  void queue_plain(const forward::Outgoing& outgoing);
  static bool has_room_in_front(const rte_mbuf* packet, std::size_t bytes);
  static std::size_t prepend_plain_header(const forward::Outgoing& outgoing);
  static std::size_t write_plain_header(const forward::Outgoing& outgoing, LinkPacket& queued);
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
  std::uint64_t source_ = 0;  ///< whose part of shared room the Face takes
  bool is_local_ = false;
  bool plain_ = true;     ///< neither reliability nor local fields are on
  bool in_place_ = true;  ///< nor congestion marking
  CongestionMarker marker_;
  std::unique_ptr<Reliability> reliability_;
};

[[gnu::always_inline]] inline bool LinkService::receive_plain(rte_mbuf* packet) {
  const auto link_packet = packet_bytes(packet);
  if (link_packet.empty()) {
    return false;
  }
  std::size_t before = 0;
  std::span<const std::uint8_t> token;
  if (link_packet[0] == wire::plain_type_lp_packet) {
    const auto lp = wire::decode_plain_lp(link_packet);
    if (!plain_ || !lp || lp->pit_token.size() > wire::pit_token_bytes_max) {
      return false;
    }
    token = lp->pit_token;
    before = link_packet.size() - lp->fragment.size();
  }
  const std::uint8_t type = link_packet[before];
  if (type != wire::plain_type_interest && type != wire::plain_type_data) {
    return false;
  }
  FaceCounters& counters = *counters_;
  counters.in_packets.add();
  counters.in_bytes.add(link_packet.size());
  (type == wire::plain_type_data ? counters.in_data : counters.in_interests).add();
  // In its place: assigned from another it would be copied before that one's bytes are in the cache.
  auto& arrival = *new (&forward::arrival_of(packet)) forward::Arrival{.face = face_};
  arrival.pit_token_length = static_cast<std::uint8_t>(token.size());
  copy_short(arrival.pit_token.data(), token.data(), token.size());
  packet->data_off = static_cast<std::uint16_t>(packet->data_off + before);
  packet->data_len = static_cast<std::uint16_t>(link_packet.size() - before);
  packet->pkt_len = packet->data_len;
  return true;
}

inline bool LinkService::is_plain(const forward::Outgoing& outgoing) const {
  return plain_ && outgoing.needs_no_fields() && outgoing.packet->nb_segs < gather_max &&
         outgoing.packet->pkt_len + wire::plain_lp_header_bytes_max <= mtu_ && context_.queue.room() != 0;
}

/// Bytes may be written in front of the packet: its buffer is in one piece and nobody shares it.
inline bool LinkService::has_room_in_front(const rte_mbuf* packet, std::size_t bytes) {
  return packet->nb_segs == 1 && RTE_MBUF_DIRECT(packet) && rte_mbuf_refcnt_read(packet) == 1 &&
         rte_pktmbuf_headroom(packet) >= bytes;
}

/// Puts the LpPacket's header in front of the packet. Returns the bytes written.
[[gnu::always_inline]] inline std::size_t LinkService::prepend_plain_header(
    const forward::Outgoing& outgoing) {
  rte_mbuf* const packet = outgoing.packet;
  const std::size_t length = packet->pkt_len;
  const std::span<const std::uint8_t> token(outgoing.pit_token.data(), outgoing.pit_token_length);
  const std::size_t bytes = wire::plain_lp_header_bytes(token.size(), length);
  packet->data_off = static_cast<std::uint16_t>(packet->data_off - bytes);
  packet->data_len = static_cast<std::uint16_t>(packet->data_len + bytes);
  packet->pkt_len = packet->data_len;
  wire::encode_plain_lp_header(token, length, rte_pktmbuf_mtod(packet, std::uint8_t*));
  return bytes;
}

/// The same, in the packet's buffer if that may be written. Returns the bytes written.
inline std::size_t LinkService::write_plain_header(const forward::Outgoing& outgoing, LinkPacket& queued) {
  if (!has_room_in_front(outgoing.packet, wire::plain_lp_header_bytes_max)) [[unlikely]] {
    const std::span<const std::uint8_t> token(outgoing.pit_token.data(), outgoing.pit_token_length);
    const std::size_t bytes =
        wire::encode_plain_lp_header(token, outgoing.packet->pkt_len, queued.header.data());
    queued.header_length = static_cast<std::uint16_t>(bytes);
    return bytes;
  }
  const std::size_t bytes = prepend_plain_header(outgoing);
  queued.length = outgoing.packet->data_len;
  return bytes;
}

[[gnu::always_inline]] inline bool LinkService::send_in_place(const forward::Outgoing& outgoing,
                                                              std::size_t room) {
  std::size_t bytes = outgoing.packet->pkt_len;
  if (!in_place_ || !outgoing.needs_no_fields() || bytes + wire::plain_lp_header_bytes_max > mtu_ ||
      !has_room_in_front(outgoing.packet, room + wire::plain_lp_header_bytes_max)) [[unlikely]] {
    return false;
  }
  if (outgoing.pit_token_length != 0) {
    bytes += prepend_plain_header(outgoing);
  }
  FaceCounters& counters = *counters_;
  counters.out_packets.add();
  counters.out_bytes.add(bytes);
  (outgoing.kind == wire::PacketKind::data ? counters.out_data : counters.out_interests).add();
  return true;
}

[[gnu::always_inline]] inline bool LinkService::send_plain(const forward::Outgoing& outgoing) {
  if ((flags_ & flag_congestion_marking) != 0 || !is_plain(outgoing)) [[unlikely]] {
    return false;
  }
  queue_plain(outgoing);
  return true;
}

[[gnu::always_inline]] inline void LinkService::queue_plain(const forward::Outgoing& outgoing) {
  std::size_t bytes = outgoing.packet->pkt_len;
  LinkPacket& queued = context_.queue.back();
  queued.packet = outgoing.packet;
  queued.face = face_;
  queued.offset = 0;
  queued.length = static_cast<std::uint16_t>(bytes);
  queued.header_length = 0;
  if (outgoing.pit_token_length != 0) {
    bytes += write_plain_header(outgoing, queued);
  }
  push(bytes);
  count_sent(outgoing);
}

[[gnu::always_inline]] inline void LinkService::push(std::size_t bytes) {
  if (context_.frame != nullptr) {
    context_.frame(context_.queue.back());
  }
  context_.queue.push();
  counters_->out_packets.add();
  counters_->out_bytes.add(bytes);
}

inline void LinkService::count_sent(const forward::Outgoing& outgoing) {
  switch (outgoing.kind) {
    case wire::PacketKind::interest:
      counters_->out_interests.add();
      break;
    case wire::PacketKind::data:
      counters_->out_data.add();
      break;
    case wire::PacketKind::nack:
      counters_->out_nacks.add();
      break;
  }
}

}  // namespace augustus::face
