// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "face/link_service.hh"

namespace augustus::face {
namespace {

constexpr std::size_t fragments_max = 400;
/// Sizes of link elements at their largest: LpPacket's and Fragment's type and length, Sequence, FragIndex,
/// FragCount; TxSequence and Ack besides.
constexpr std::size_t fragment_overhead = 4 + 4 + 10 + 4 + 4;
constexpr std::size_t tx_sequence_bytes = 12;
constexpr std::size_t ack_bytes = 12;
/// Acks that go along with a payload packet, and alone; both fit LinkPacket's header room.
constexpr unsigned acks_along = 6;
constexpr unsigned acks_alone = 16;

std::span<std::uint8_t> header_room(LinkPacket& packet) {
  return {packet.header.data(), packet.header.size() - LinkPacket::frame_room};
}

}  // namespace

void LinkService::send(const forward::Outgoing& outgoing, TimeNs now) {
  bool mark = false;
  if ((flags_ & flag_congestion_marking) != 0) {
    mark = marker_.mark(context_.queue.bytes() + context_.kernel_bytes, congestion_threshold_bytes_,
                        congestion_interval_ns_, now);
    if (mark) {
      counters_->out_marked.add();
    }
  }
  if (!mark && is_plain(outgoing)) {
    queue_plain(outgoing);
    return;
  }
  bool sent = false;
  wire::LpHeader header;
  if (!fill_header(outgoing, mark, header) && reliability_ == nullptr && outgoing.packet->pkt_len <= mtu_) {
    sent = queue_bare(outgoing.packet);
  } else {
    sent = send_with_header(header, outgoing.packet, now);
  }
  if (sent) {
    count_sent(outgoing);
  }
}

bool LinkService::fill_header(const forward::Outgoing& outgoing, bool mark, wire::LpHeader& header) const {
  bool needed = false;
  if (outgoing.pit_token_length != 0) {
    header.pit_token_length = outgoing.pit_token_length;
    header.pit_token = outgoing.pit_token;
    needed = true;
  }
  if (outgoing.kind == wire::PacketKind::nack) {
    header.is_nack = true;
    header.nack_reason = outgoing.nack_reason;
    needed = true;
  }
  if (outgoing.congestion_mark != 0 || mark) {
    header.has_congestion_mark = true;
    header.congestion_mark = std::max<std::uint64_t>(outgoing.congestion_mark, 1);
    needed = true;
  }
  if ((flags_ & flag_local_fields) != 0 && outgoing.incoming_face != face_id_none) {
    header.incoming_face = outgoing.incoming_face;
    needed = true;
  }
  if (outgoing.non_discovery && outgoing.kind == wire::PacketKind::interest) {
    header.non_discovery = true;
    needed = true;
  }
  if (outgoing.with_announcement && outgoing.kind == wire::PacketKind::data) {
    const forward::Arrival& arrival = forward::arrival_of(outgoing.packet);
    header.prefix_announcement = {
        static_cast<const std::uint8_t*>(outgoing.packet->buf_addr) + arrival.announcement_offset,
        arrival.announcement_length};
    needed = needed || arrival.announcement_length != 0;
  }
  return needed;
}

bool LinkService::queue_bare(rte_mbuf* packet) {
  const std::size_t length = packet->pkt_len;
  if (packet->nb_segs >= gather_max) {
    return queue_copy(wire::LpHeader{}, packet, 0, length);
  }
  if (context_.queue.room() == 0) {
    counters_->out_queue_full.add();
    rte_pktmbuf_free(packet);
    return false;
  }
  LinkPacket& queued = context_.queue.back();
  queued.packet = packet;
  queued.face = face_;
  queued.offset = 0;
  queued.length = static_cast<std::uint16_t>(length);
  queued.header_length = 0;
  push(length);
  return true;
}

bool LinkService::send_with_header(wire::LpHeader& header, rte_mbuf* packet, TimeNs now) {
  const std::size_t length = packet->pkt_len;
  std::size_t header_bytes =
      fragment_overhead + header.prefix_announcement.size() + wire::lp_header_bytes_max;
  if (mtu_ != SIZE_MAX && header_bytes + length > mtu_) {
    // Close to the limit it matters how long the header is exactly.
    std::array<std::uint8_t, packet_bytes_max> scratch;
    header_bytes = wire::encode_lp_header(header, length, scratch);
    if (header_bytes == 0) {
      counters_->out_oversized.add();
      rte_pktmbuf_free(packet);
      return false;
    }
    header_bytes += reliability_ != nullptr ? 10 + tx_sequence_bytes : 0;
    if (header_bytes + length > mtu_) {
      return send_fragments(header, packet, header_bytes, now);
    }
  }
  if (reliability_ != nullptr) {
    header.has_sequence = true;
    header.sequence = next_sequence_++;
  }
  const bool sent = send_one(header, packet, 0, length, now);
  rte_pktmbuf_free(packet);
  return sent;
}

bool LinkService::send_fragments(wire::LpHeader& header, rte_mbuf* packet, std::size_t header_bytes,
                                 TimeNs now) {
  const std::size_t length = packet->pkt_len;
  const std::size_t overhead = fragment_overhead + (reliability_ != nullptr ? tx_sequence_bytes : 0);
  const std::size_t first_overhead = fragment_overhead + header_bytes;
  if (first_overhead >= mtu_ || overhead >= mtu_) {
    counters_->out_oversized.add();
    rte_pktmbuf_free(packet);
    return false;
  }
  const std::size_t room = mtu_ - overhead;
  const std::size_t first_room = mtu_ - first_overhead;
  const std::size_t rest = length > first_room ? length - first_room : 0;
  const std::size_t count = 1 + (rest + room - 1) / room;
  const bool too_many = count > fragments_max;
  if (too_many || count > context_.queue.room()) {
    (too_many ? counters_->out_oversized : counters_->out_queue_full).add();
    rte_pktmbuf_free(packet);
    return false;
  }
  std::size_t offset = 0;
  bool sent = true;
  for (std::size_t index = 0; index < count; ++index) {
    const std::size_t bytes = std::min(length - offset, index == 0 ? first_room : room);
    wire::LpHeader fragment = index == 0 ? header : wire::LpHeader{};
    fragment.has_sequence = true;
    fragment.sequence = next_sequence_++;
    fragment.frag_index = index;
    fragment.frag_count = count;
    sent = send_one(fragment, packet, offset, bytes, now) && sent;
    offset += bytes;
  }
  rte_pktmbuf_free(packet);
  return sent;
}

bool LinkService::send_one(wire::LpHeader& header, rte_mbuf* packet, std::size_t offset, std::size_t length,
                           TimeNs now) {
  if (reliability_ != nullptr && !reliability_->track(header, packet, static_cast<std::uint16_t>(offset),
                                                      static_cast<std::uint16_t>(length), now)) {
    counters_->out_unprotected.add();
  }
  rte_pktmbuf_refcnt_update(packet, 1);
  return queue_link_packet(header, packet, offset, length);
}

bool LinkService::queue_link_packet(wire::LpHeader& header, rte_mbuf* packet, std::size_t offset,
                                    std::size_t length) {
  if (packet->nb_segs >= gather_max) {
    return queue_copy(header, packet, offset, length);
  }
  if (context_.queue.room() == 0) {
    counters_->out_queue_full.add();
    rte_pktmbuf_free(packet);
    return false;
  }
  LinkPacket& queued = context_.queue.back();
  std::size_t header_length = wire::encode_lp_header(header, length, header_room(queued));
  if (header_length == 0) {
    return queue_copy(header, packet, offset, length);
  }
  if (reliability_ != nullptr && reliability_->has_acks()) {
    add_acks(header, header_length + length);
    header_length = wire::encode_lp_header(header, length, header_room(queued));
  }
  queued.packet = packet;
  queued.face = face_;
  queued.offset = static_cast<std::uint16_t>(offset);
  queued.length = static_cast<std::uint16_t>(length);
  queued.header_length = static_cast<std::uint16_t>(header_length);
  push(header_length + length);
  return true;
}

bool LinkService::queue_copy(const wire::LpHeader& header, const rte_mbuf* packet, std::size_t offset,
                             std::size_t length) {
  // Rare: a chain of more segments than are gathered, or a header with an announcement. Takes the reference.
  auto* original = const_cast<rte_mbuf*>(packet);
  rte_mbuf* copy = nullptr;
  const std::size_t header_max =
      wire::lp_header_needless(header) ? 0 : header.prefix_announcement.size() + LinkPacket::header_room;
  if (context_.queue.room() != 0) {
    copy = context_.pool.allocate(header_max + length);
  }
  if (copy == nullptr) {
    (context_.queue.room() == 0 ? counters_->out_queue_full : counters_->out_oversized).add();
    rte_pktmbuf_free(original);
    return false;
  }
  auto* start = rte_pktmbuf_mtod(copy, std::uint8_t*);
  const std::size_t header_length =
      header_max == 0 ? 0 : wire::encode_lp_header(header, length, {start, header_max});
  const void* payload = rte_pktmbuf_read(original, static_cast<std::uint32_t>(offset),
                                         static_cast<std::uint32_t>(length), start + header_length);
  if (payload != start + header_length) {
    std::copy_n(static_cast<const std::uint8_t*>(payload), length, start + header_length);
  }
  rte_pktmbuf_append(copy, static_cast<std::uint16_t>(header_length + length));
  rte_pktmbuf_free(original);

  LinkPacket& queued = context_.queue.back();
  queued.packet = copy;
  queued.face = face_;
  queued.offset = 0;
  queued.length = copy->data_len;
  queued.header_length = 0;
  push(copy->data_len);
  return true;
}

void LinkService::add_acks(wire::LpHeader& header, std::size_t header_and_payload) {
  unsigned fit = acks_along;
  if (mtu_ != SIZE_MAX) {
    // Two bytes for lengths that grow.
    const std::size_t left = mtu_ > header_and_payload + 2 ? mtu_ - header_and_payload - 2 : 0;
    fit = static_cast<unsigned>(std::min<std::size_t>(fit, left / ack_bytes));
  }
  header.ack_count = static_cast<std::uint8_t>(reliability_->take_acks({header.acks.data(), fit}));
}

void LinkService::send_idle_acks() {
  unsigned fit = acks_alone;
  if (mtu_ != SIZE_MAX) {
    fit = static_cast<unsigned>(std::min<std::size_t>(fit, (mtu_ - 4) / ack_bytes));
  }
  while (reliability_->has_acks() && context_.queue.room() != 0) {
    wire::LpHeader header;
    header.ack_count = static_cast<std::uint8_t>(reliability_->take_acks({header.acks.data(), fit}));
    LinkPacket& queued = context_.queue.back();
    queued.packet = nullptr;
    queued.face = face_;
    queued.offset = 0;
    queued.length = 0;
    queued.header_length = static_cast<std::uint16_t>(wire::encode_lp_header(header, 0, header_room(queued)));
    push(queued.header_length);
  }
}

}  // namespace augustus::face
