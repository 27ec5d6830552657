// SPDX-License-Identifier: Apache-2.0
#include "carried.hh"

#include <algorithm>
#include <new>

#include "core.hh"
#include "forward/arrival.hh"
#include "wire/lp_codec.hh"

namespace augustus::click {
namespace {

void release(unsigned char*, std::size_t, void* argument) {
  auto* carried = static_cast<Carried*>(argument);
  if (carried->buffer() != nullptr) {
    rte_pktmbuf_free(carried->buffer());
  }
  Core::get().carried.give_back(carried);
}

void kill_owner(void*, void* packet) {
  static_cast<Packet*>(packet)->kill();
}

/// A buffer around the packet's bytes, whose last user kills the packet. What DPDK needs to know about it is
/// in the packet's annotations, which nobody else can use any more.
rte_mbuf* buffer_around(Packet* packet) {
  WritablePacket* const own = packet->uniqueify();
  if (own == nullptr) {
    return nullptr;
  }
  rte_mbuf* const buffer = Core::get().pool.allocate(0);
  if (buffer == nullptr || own->length() > UINT16_MAX) {
    rte_pktmbuf_free(buffer);
    own->kill();
    return nullptr;
  }
  static_assert(sizeof(rte_mbuf_ext_shared_info) <= Packet::anno_size);
  static_assert(Packet::anno_size >= sizeof(rte_mbuf_ext_shared_info));
  auto* shared = new (own->anno_u8()) rte_mbuf_ext_shared_info{};
  shared->free_cb = kill_owner;
  shared->fcb_opaque = own;
  rte_mbuf_ext_refcnt_set(shared, 1);
  const auto length = static_cast<std::uint16_t>(own->length());
  rte_pktmbuf_attach_extbuf(buffer, own->data(), RTE_BAD_IOVA, length, shared);
  buffer->data_off = 0;
  buffer->data_len = length;
  buffer->pkt_len = length;
  return buffer;
}

bool read_headers(rte_mbuf* buffer, FaceId face) {
  wire::LpHeader header;
  if (wire::decode_lp(packet_bytes(buffer), header) != wire::LpOutcome::ok || header.fragment.empty() ||
      header.frag_count > 1) {
    return false;
  }
  auto& arrival = forward::arrival_of(buffer);
  arrival = forward::Arrival{.face = face};
  arrival.is_nack = header.is_nack;
  arrival.nack_reason = header.nack_reason;
  arrival.no_cache = header.no_cache;
  arrival.non_discovery = header.non_discovery;
  arrival.congestion_mark = static_cast<std::uint8_t>(std::min<std::uint64_t>(header.congestion_mark, 255));
  arrival.pit_token_length = header.pit_token_length;
  arrival.pit_token = header.pit_token;
  const auto* start = rte_pktmbuf_mtod(buffer, const std::uint8_t*);
  const auto before = static_cast<std::uint16_t>(header.fragment.data() - start);
  const auto after = static_cast<std::uint16_t>(buffer->data_len - before - header.fragment.size());
  rte_pktmbuf_adj(buffer, before);
  rte_pktmbuf_trim(buffer, after);
  return true;
}

bool needs_headers(const forward::Outgoing& outgoing) {
  return outgoing.pit_token_length != 0 || outgoing.congestion_mark != 0 ||
         outgoing.kind == wire::PacketKind::nack || outgoing.non_discovery;
}

wire::LpHeader header_of(const forward::Outgoing& outgoing) {
  wire::LpHeader header;
  header.pit_token_length = outgoing.pit_token_length;
  header.pit_token = outgoing.pit_token;
  header.is_nack = outgoing.kind == wire::PacketKind::nack;
  header.nack_reason = outgoing.nack_reason;
  header.has_congestion_mark = outgoing.congestion_mark != 0;
  header.congestion_mark = outgoing.congestion_mark;
  header.non_discovery = outgoing.non_discovery && outgoing.kind == wire::PacketKind::interest;
  return header;
}

}  // namespace

CarriedPool::CarriedPool(std::size_t count) : size_(count), all_(std::make_unique<Carried[]>(count)) {
  free_.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    free_.push_back(&all_[index]);
  }
}

Carried* CarriedPool::take() {
  if (free_.empty()) {
    return nullptr;
  }
  Carried* const carried = free_.back();
  free_.pop_back();
  return new (carried) Carried;
}

void CarriedPool::give_back(Carried* carried) {
  free_.push_back(carried);
}

Carried* carried_of(Packet* packet) {
  return packet->buffer_destructor() == release ? static_cast<Carried*>(packet->destructor_argument())
                                                : nullptr;
}

Packet* show(Carried* carried) {
  rte_mbuf* const buffer = carried->buffer();
  carried->shown = Packet::make(rte_pktmbuf_mtod(buffer, unsigned char*), buffer->data_len, release, carried);
  return carried->shown;
}

Packet* show_again(Carried* carried) {
  carried->shown->set_buffer_destructor(Packet::empty_destructor);
  carried->shown->kill();
  return show(carried);
}

Carried* receive(rte_mbuf* buffer, FaceId face) {
  Carried* const carried = buffer == nullptr ? nullptr : Core::get().carried.take();
  if (carried == nullptr || !read_headers(buffer, face)) {
    rte_pktmbuf_free(buffer);
    if (carried != nullptr) {
      Core::get().carried.give_back(carried);
    }
    return nullptr;
  }
  carried->packet = buffer;
  carried->view = &carried->parsed;
  if (show(carried) == nullptr) {
    release(nullptr, 0, carried);
    return nullptr;
  }
  return carried;
}

Carried* receive(Packet* packet, FaceId face) {
  return receive(buffer_around(packet), face);
}

bool add_link_headers(Carried* carried) {
  rte_mbuf*& buffer = carried->outgoing.packet;
  const bool headers = needs_headers(carried->outgoing);
  if (!headers && buffer->nb_segs == 1) {
    return true;
  }
  const std::size_t header_room = headers ? wire::lp_header_bytes_max : 0;
  rte_mbuf* const made = Core::get().pool.allocate(header_room + buffer->pkt_len);
  if (made == nullptr) {
    return false;
  }
  auto* const out = rte_pktmbuf_mtod(made, std::uint8_t*);
  const std::size_t before =
      headers ? wire::encode_lp_header(header_of(carried->outgoing), buffer->pkt_len, {out, header_room}) : 0;
  const void* const bytes = rte_pktmbuf_read(buffer, 0, buffer->pkt_len, out + before);
  if (bytes != out + before) {
    std::copy_n(static_cast<const std::uint8_t*>(bytes), buffer->pkt_len, out + before);
  }
  rte_pktmbuf_append(made, static_cast<std::uint16_t>(before + buffer->pkt_len));
  rte_pktmbuf_free(buffer);
  buffer = made;
  return show_again(carried) != nullptr;
}

}  // namespace augustus::click

ELEMENT_PROVIDES(AugustusCarried)
