// SPDX-License-Identifier: Apache-2.0
#include "traffic/store/store_port.hh"

#include <rte_cycles.h>

#include <algorithm>
#include <cstring>

#include "face/ingress_batch.hh"
#include "wire/plain_length.hh"

namespace augustus::traffic {
namespace {

constexpr std::size_t sent_expected = 4096;
constexpr std::size_t store_mtu = 9000;

FaceId add_face(face::FaceTable& faces, const std::string& uri, std::uint8_t owner) {
  face::FaceInfo info;
  info.remote_uri = uri;
  info.local_uri = "internal://";
  info.persistency = face::Persistency::permanent;
  return faces.add(std::move(info), owner);
}

/// What an LpPacket with a PIT token of 8 bytes, or nothing else than a fragment, has before the fragment.
struct LinkHead {
  std::size_t bytes = 0;
  std::uint64_t token = 0;
  bool with_token = false;
};

bool read_link_head(std::span<const std::uint8_t> packet, LinkHead& head) {
  const std::uint8_t* at = packet.data();
  const std::uint8_t* const end = at + packet.size();
  std::size_t length = 0;
  if (packet.empty() || *at++ != wire::plain_type_lp_packet || !wire::read_plain_length(at, end, length)) {
    return false;
  }
  if (end - at >= 10 && at[0] == 98 && at[1] == 8) {
    std::memcpy(&head.token, at + 2, 8);
    head.with_token = true;
    at += 10;
  }
  if (at == end || *at++ != 80 || !wire::read_plain_length(at, end, length)) {
    return false;
  }
  head.bytes = static_cast<std::size_t>(at - packet.data());
  return true;
}

}  // namespace

StorePort::StorePort(StoreLoad& load, const std::string& name, unsigned burst, std::uint8_t owner,
                     face::FaceTable& faces, PacketPool& pool)
    : load_(load),
      burst_(std::min(burst, burst_max)),
      faces_(faces),
      queue_(queue_packets),
      buffers_(pool, faces, 1),
      context_{.faces = faces, .pool = pool, .queue = queue_, .buffers = buffers_, .mtu = store_mtu},
      builder_(name, pool, true),
      header_(face::FrameHeader::ethernet({}, {})),
      consumer_(context_, add_face(faces, "internal://" + name + "-consumer", owner)),
      producer_(context_, add_face(faces, "internal://" + name + "-producer", owner)) {
  sent_.reserve(sent_expected);
}

StorePort::~StorePort() {
  for (const Sent& sent : sent_) {
    rte_pktmbuf_free(sent.frame);
  }
  queue_.clear();
  faces_.remove(consumer());
  faces_.remove(producer());
}

unsigned StorePort::receive(face::Ingress& ingress, TimeNs now) {
  check_sent();
  const std::uint64_t checked = rte_rdtsc_precise();
  std::array<rte_mbuf*, burst_max> interests;
  std::array<rte_mbuf*, burst_max> data;
  const unsigned data_count = load_.feed_data(std::span(data).first(burst_), header_.size);
  const unsigned interest_count = load_.feed_interests(std::span(interests).first(burst_), header_.size, now);
  feed_ticks_.add(rte_rdtsc_precise() - checked);
  deliver(std::span(data).first(data_count), producer_, ingress, now);
  deliver(std::span(interests).first(interest_count), consumer_, ingress, now);
  return data_count + interest_count;
}

void StorePort::deliver(std::span<rte_mbuf*> packets, face::LinkService& link, face::Ingress& ingress,
                        TimeNs now) {
  face::IngressBatch batch(ingress);
  for (rte_mbuf* packet : packets) {
    rte_pktmbuf_adj(packet, header_.size);
    batch.receive(link, packet, {}, now);
  }
}

void StorePort::check_sent() {
  const std::uint64_t start = rte_rdtsc_precise();
  for (const Sent& sent : sent_) {
    check(sent);
    rte_pktmbuf_free(sent.frame);
  }
  sent_.clear();
  check_ticks_.add(rte_rdtsc_precise() - start);
}

void StorePort::check(const Sent& sent) {
  const auto first = packet_bytes(sent.frame).subspan(header_.size);
  if (sent.to_producer) {
    load_.take_interest(first);
    return;
  }
  LinkHead head;
  if (!read_link_head(first, head) || !head.with_token) {
    load_.count_altered();
    return;
  }
  auto data = first.subspan(head.bytes);
  if (data.empty() && sent.frame->next != nullptr) {
    data = packet_bytes(sent.frame->next);
  }
  load_.take_data(head.token, data, sent.when);
}

void StorePort::send_burst(std::span<const forward::Outgoing> outgoing, TimeNs now) {
  for (const forward::Outgoing& one : outgoing) {
    face::LinkService& link = one.face == producer_.face() ? producer_ : consumer_;
    if (!link.send_plain(one)) [[unlikely]] {
      link.send(one, now);
    }
    if (queue_.room() == 0) {
      flush(now);
    }
  }
}

void StorePort::flush(TimeNs) {
  if (queue_.empty()) {
    return;
  }
  const TimeNs when = monotonic_now();
  while (!queue_.empty()) {
    face::LinkPacket& link = queue_.at(0);
    if (rte_mbuf* frame = builder_.build(link, header_)) {
      sent_.push_back({frame, when, link.face == producer()});
    }
    queue_.pop();
  }
}

}  // namespace augustus::traffic
