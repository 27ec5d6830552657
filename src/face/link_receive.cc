// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "face/link_service.hh"

namespace augustus::face {
namespace {

void fill_arrival(forward::Arrival& arrival, const wire::LpHeader& header, const rte_mbuf* packet) {
  arrival.next_hop_face = header.has_next_hop_face ? header.next_hop_face : face_id_none;
  arrival.is_nack = header.is_nack;
  arrival.nack_reason = header.nack_reason;
  arrival.no_cache = header.no_cache;
  arrival.non_discovery = header.non_discovery;
  arrival.congestion_mark = static_cast<std::uint8_t>(std::min<std::uint64_t>(header.congestion_mark, 255));
  arrival.pit_token_length = header.pit_token_length;
  arrival.pit_token = header.pit_token;
  if (!header.prefix_announcement.empty()) {
    const auto* start = static_cast<const std::uint8_t*>(packet->buf_addr);
    arrival.announcement_offset = static_cast<std::uint16_t>(header.prefix_announcement.data() - start);
    arrival.announcement_length = static_cast<std::uint16_t>(header.prefix_announcement.size());
  }
}

/// Makes the buffer's data the fragment's payload.
void cut_to_fragment(rte_mbuf* packet, const wire::LpHeader& header) {
  const auto* start = rte_pktmbuf_mtod(packet, const std::uint8_t*);
  const auto before = static_cast<std::uint16_t>(header.fragment.data() - start);
  const auto length = static_cast<std::uint16_t>(header.fragment.size());
  const auto after = static_cast<std::uint16_t>(packet->data_len - before - length);
  rte_pktmbuf_adj(packet, before);
  rte_pktmbuf_trim(packet, after);
}

}  // namespace

void LinkService::receive(rte_mbuf* packet, const LinkSender& sender, Ingress& ingress, TimeNs now) {
  if (receive_plain(packet)) {
    ingress.receive(packet);
    return;
  }
  counters_->in_packets.add();
  counters_->in_bytes.add(packet->data_len);
  forward::arrival_of(packet) = forward::Arrival{.face = face_};
  wire::LpHeader header;
  if (wire::decode_lp(packet_bytes(packet), header) != wire::LpOutcome::ok) {
    counters_->in_malformed.add();
    rte_pktmbuf_free(packet);
    return;
  }
  receive_decoded(packet, header, sender, ingress, now);
}

void LinkService::receive_decoded(rte_mbuf* packet, const wire::LpHeader& header, const LinkSender& sender,
                                  Ingress& ingress, TimeNs now) {
  bool is_new = true;
  if (reliability_ != nullptr) {
    reliability_->acknowledge({header.acks.data(), header.ack_count}, now);
    is_new = header.fragment.empty() || reliability_->receive(header, now);
    retransmit(now);
  }
  if (header.fragment.empty()) {
    rte_pktmbuf_free(packet);
    return;
  }
  if (!is_new) {
    counters_->in_duplicates.add();
    rte_pktmbuf_free(packet);
    return;
  }
  if (header.has_next_hop_face && (flags_ & flag_local_fields) == 0) {
    counters_->in_not_allowed.add();
    rte_pktmbuf_free(packet);
    return;
  }
  if (header.frag_index == 0) {
    fill_arrival(forward::arrival_of(packet), header, packet);
  }
  cut_to_fragment(packet, header);
  if (header.frag_count > 1) {
    if (!header.has_sequence) {
      counters_->in_malformed.add();
      rte_pktmbuf_free(packet);
      return;
    }
    const Reassembler::Sender origin{.face = face_,
                                     .endpoint = sender.endpoint,
                                     .source = sender.source != 0 ? sender.source : source_,
                                     .is_local = is_local_};
    packet = context_.buffers.reassembler.receive(packet, header, origin, *counters_, now);
    if (packet == nullptr) {
      return;
    }
  }
  deliver(packet, ingress);
}

void LinkService::deliver(rte_mbuf* packet, Ingress& ingress) {
  const std::uint8_t type = *rte_pktmbuf_mtod(packet, const std::uint8_t*);
  if (type == wire::plain_type_data) {
    counters_->in_data.add();
  } else if (type == wire::plain_type_interest) {
    (forward::arrival_of(packet).is_nack ? counters_->in_nacks : counters_->in_interests).add();
  } else {
    counters_->in_malformed.add();
    rte_pktmbuf_free(packet);
    return;
  }
  ingress.receive(packet);
}

}  // namespace augustus::face
