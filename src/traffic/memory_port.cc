// SPDX-License-Identifier: Apache-2.0
#include "traffic/memory_port.hh"

#include <rte_cycles.h>

#include <algorithm>

#include "base/prefetch.hh"
#include "face/ingress_batch.hh"
#include "traffic/line_counter.hh"

namespace augustus::traffic {
namespace {

constexpr std::size_t mtu = 9000;

FaceId add_face(face::FaceTable& faces, const char* uri, std::uint8_t owner, wire::PacketFormat format) {
  face::FaceInfo info;
  info.remote_uri = uri + std::to_string(owner);
  info.names = format;
  info.local_uri = "internal://";
  info.persistency = face::Persistency::permanent;
  return faces.add(std::move(info), owner);
}

/// Freeing in bulk reads each buffer's header, in a library and so out of the counter's sight.
void count_freed(std::span<rte_mbuf* const> frames) {
  if constexpr (line_counter::compiled_in) {
    for (const rte_mbuf* frame : frames) {
      [[maybe_unused]] rte_mempool* volatile pool = frame->pool;
      [[maybe_unused]] rte_mbuf* volatile next = frame->next;
    }
  }
}

}  // namespace

MemoryPort::MemoryPort(ExchangeLoad& load, wire::PacketFormat format, unsigned burst, std::uint8_t owner,
                       face::FaceTable& faces, PacketPool& pool)
    : load_(load),
      burst_(burst),
      faces_(faces),
      queue_(queue_packets),
      buffers_(pool, faces, 1),
      context_{.faces = faces, .pool = pool, .queue = queue_, .buffers = buffers_, .mtu = mtu},
      builder_("memory" + std::to_string(owner), pool, false),
      header_(face::FrameHeader::ethernet({}, {})),
      frame_bytes_(load.packets().frame_bytes()),
      consumer_(context_, add_face(faces, "internal://consumer", owner, format)),
      producer_(context_, add_face(faces, "internal://producer", owner, format)) {
  if (format != wire::PacketFormat::ndn) {
    compact_.emplace(face::CompactHeader{format, {}, {}, 1}, mtu, pool);
  }
}

MemoryPort::~MemoryPort() {
  for (auto* chunk : {&interests_, &data_}) {
    rte_pktmbuf_free_bulk(chunk->packets.data() + chunk->taken, chunk->count - chunk->taken);
  }
  rte_pktmbuf_free_bulk(sent_.data(), sent_count_);
  faces_.remove(consumer());
  faces_.remove(producer());
}

unsigned MemoryPort::receive(face::Ingress& ingress, TimeNs now) {
  if (line_counter::compiled_in && count_lines_.load(std::memory_order_relaxed)) {
    count_lines_.store(false, std::memory_order_relaxed);
    lines_from_.set(load_.counts().completed.value());
    line_counter::start();
  }
  line_counter::next_burst();
  if (interests_.taken == interests_.count && data_.taken == data_.count) {
    refill();
  }
  data_next_ = !data_next_;
  const bool from_data = data_next_ ? data_.taken != data_.count : interests_.taken == interests_.count;
  return from_data ? receive_from(data_, producer_, ingress, now)
                   : receive_from(interests_, consumer_, ingress, now);
}

unsigned MemoryPort::receive_from(ExchangeLoad::Chunk& chunk, face::LinkService& link, face::Ingress& ingress,
                                  TimeNs now) {
  const unsigned count = std::min(burst_, chunk.count - chunk.taken);
  rte_mbuf** const packets = chunk.packets.data() + chunk.taken;
  chunk.taken += count;
  for (unsigned i = 0; i < count; ++i) {
    touch(packets[i]);
    touch(rte_mbuf_to_priv(packets[i]));
  }
  for (unsigned i = 0; i < count; ++i) {
    touch(rte_pktmbuf_mtod(packets[i], void*));
    touch(rte_pktmbuf_mtod_offset(packets[i], void*, RTE_CACHE_LINE_SIZE));
  }
  face::IngressBatch batch(ingress);
  for (unsigned i = 0; i < count; ++i) {
    accept(packets[i], link, batch, now);
  }
  return count;
}

void MemoryPort::accept(rte_mbuf* frame, face::LinkService& link, face::IngressBatch& batch, TimeNs now) {
  if (compact_) {
    compact_->accept_plain(frame, link.face(), link.counters());
    batch.take(frame);
    return;
  }
  rte_pktmbuf_adj(frame, face::ethernet_header_bytes);
  batch.receive(link, frame, {}, now);
}

void MemoryPort::refill() {
  check_sent();
  line_counter::pause();
  const std::uint64_t start = rte_rdtsc_precise();
  load_.feed(interests_, data_);
  feed_ticks_.add(rte_rdtsc_precise() - start);
  line_counter::resume();
}

void MemoryPort::check_sent() {
  line_counter::pause();
  // Precise: what is measured has then written all it wrote, and none of it is waited for later.
  const std::uint64_t start = rte_rdtsc_precise();
  for (unsigned i = 0; i < sent_count_; ++i) {
    const auto frame = packet_bytes(sent_[i]).subspan(frame_bytes_);
    if (to_producer_[i]) {
      load_.check_interest(frame);
    } else {
      load_.check_data(frame);
    }
  }
  check_ticks_.add(rte_rdtsc_precise() - start);
  line_counter::resume();
  count_freed({sent_.data(), sent_count_});
  rte_pktmbuf_free_bulk(sent_.data(), sent_count_);
  sent_count_ = 0;
}

void MemoryPort::send_burst(std::span<const forward::Outgoing> outgoing, TimeNs now) {
  for (const forward::Outgoing& one : outgoing) {
    face::LinkService& link = one.face == producer_.face() ? producer_ : consumer_;
    if (compact_) {
      send_compact(one, link);
      continue;
    }
    if (queue_.empty() && link.send_in_place(one, header_.size)) [[likely]] {
      face::FrameBuilder::prepend(one.packet, header_);
      sent(one.packet, one.face);
      continue;
    }
    if (!link.send_plain(one)) {
      link.send(one, now);
    }
    if (queue_.room() == 0) {
      flush(now);
    }
  }
}

void MemoryPort::send_compact(const forward::Outgoing& outgoing, face::LinkService& link) {
  if (rte_mbuf* frame = compact_->frame_of(outgoing, link.counters(), compact_drops_)) {
    sent(frame, outgoing.face);
  }
}

void MemoryPort::flush(TimeNs) {
  while (!queue_.empty()) {
    face::LinkPacket& link = queue_.at(0);
    if (rte_mbuf* frame = builder_.build(link, header_)) {
      sent(frame, link.face);
    }
    queue_.pop();
  }
}

}  // namespace augustus::traffic
