// SPDX-License-Identifier: Apache-2.0
#include "worker/management_link.hh"

#include <cstring>

#include "forward/arrival.hh"
#include "wire/lp_codec.hh"

namespace augustus::worker {
namespace {

constexpr unsigned mail_burst = 64;
/// A flood of mail leaves the management thread its timers and signals.
constexpr unsigned rounds_at_once = 64;

}  // namespace

ManagementLink::ManagementLink(unsigned number, face::FaceTable& faces, const forward::SharedTables& tables,
                               const PartitionMap& partitions, std::vector<std::unique_ptr<Mailbox>>& mailboxes,
                               PacketPool& pool)
    : faces_(faces),
      mailbox_(*mailboxes[number]),
      transports_(faces.attributes().capacity(), mailbox_.descriptor()),
      classifier_(tables.hash, partitions, tables.batch),
      link_(mailboxes, partitions, faces.attributes(), number),
      pool_(pool) {}

bool ManagementLink::inject(std::span<const std::uint8_t> packet) {
  rte_mbuf* buffer = pool_.copy_of(packet);
  if (buffer == nullptr) {
    return false;
  }
  forward::arrival_of(buffer).face = face_id_management;
  // A cached dataset would hide what has changed since.
  forward::arrival_of(buffer).no_cache = true;
  receive(buffer);
  link_.wake_touched();
  return true;
}

void ManagementLink::receive(rte_mbuf* packet) {
  wire::PacketView view;
  if (!classifier_.parse(packet, view)) {
    faces_.counters(forward::arrival_of(packet).face).in_malformed.add();
    rte_pktmbuf_free(packet);
    return;
  }
  link_.transfer({.packet = packet,
                  .kind = forward::TransferKind::packet,
                  .to = static_cast<std::uint16_t>(classifier_.partition(packet, view))});
}

TimeNs ManagementLink::poll(TimeNs now) {
  mailbox_.awake();
  if (const std::uint32_t epoch = faces_.epoch(); epoch != faces_epoch_) {
    faces_epoch_ = epoch;
    transports_.tick_all(now);
  }
  for (unsigned round = 0; round < rounds_at_once; ++round) {
    for (auto& request : mailbox_.take_requests()) {
      request();
      transports_.look_at_all();
    }
    const unsigned count = deliver_some(now);
    if (transports_.wait(0, now)) {
      mailbox_.clear_wake();
    }
    const unsigned received = transports_.receive(*this, now);
    transports_.flush(now);
    link_.wake_touched();
    if (count == 0 && received == 0 && mailbox_.prepare_sleep()) {
      return transports_.tick(now);
    }
  }
  transports_.tick(now);
  return now;
}

unsigned ManagementLink::deliver_some(TimeNs now) {
  std::array<forward::Outgoing, mail_burst> outgoing;
  const unsigned packets = mailbox_.outgoing.pop(outgoing);
  for (unsigned i = 0; i < packets; ++i) {
    deliver(outgoing[i], now);
  }
  std::array<forward::RouteLesson, mail_burst> learned;
  const unsigned lessons = mailbox_.lessons.pop(learned);
  for (unsigned i = 0; i < lessons; ++i) {
    deliver(learned[i]);
  }
  const unsigned wanted = mailbox_.unannounced.pop(outgoing);
  for (unsigned i = 0; i < wanted; ++i) {
    deliver_announced(outgoing[i], now);
  }
  return packets + lessons + wanted;
}

void ManagementLink::deliver_announced(forward::Outgoing outgoing, TimeNs now) {
  const auto announcement = announcer_ ? announcer_(packet_bytes(outgoing.packet)) : std::vector<std::uint8_t>{};
  if (rte_mbuf* announced = announcement.empty() ? nullptr : with_announcement(outgoing.packet, announcement)) {
    rte_pktmbuf_free(outgoing.packet);
    outgoing.packet = announced;
    outgoing.with_announcement = true;
  }
  const auto face = faces_.attributes().find(outgoing.face);
  if (face.id != face_id_none && face.owner != link_.self()) {
    link_.send(outgoing, face.owner);
  } else if (face.id == face_id_none || !transports_.send(outgoing, now)) {
    link_.drop(outgoing.packet, forward::Drop::face_gone);
  }
}

/// A copy of the Data with the announcement behind it; nullptr: no buffer, or both would not fit a link packet.
rte_mbuf* ManagementLink::with_announcement(rte_mbuf* data, std::span<const std::uint8_t> announcement) {
  const auto bytes = packet_bytes(data);
  if (bytes.size() + announcement.size() + wire::lp_header_bytes_max > packet_bytes_max) {
    return nullptr;
  }
  rte_mbuf* copy = pool_.allocate(bytes.size() + announcement.size());
  if (copy == nullptr) {
    return nullptr;
  }
  auto& arrival = forward::arrival_of(copy);
  arrival = forward::arrival_of(data);
  std::memcpy(rte_pktmbuf_append(copy, static_cast<std::uint16_t>(bytes.size())), bytes.data(), bytes.size());
  arrival.announcement_offset = static_cast<std::uint16_t>(copy->data_off + copy->data_len);
  arrival.announcement_length = static_cast<std::uint16_t>(announcement.size());
  std::memcpy(static_cast<std::uint8_t*>(copy->buf_addr) + arrival.announcement_offset, announcement.data(),
              announcement.size());
  return copy;
}

void ManagementLink::deliver(const forward::RouteLesson& lesson) {
  if (lesson_handler_) {
    const auto& arrival = forward::arrival_of(lesson.packet);
    const auto* buffer = static_cast<const std::uint8_t*>(lesson.packet->buf_addr);
    lesson_handler_({.kind = lesson.kind,
                     .face = lesson.face,
                     .packet = packet_bytes(lesson.packet),
                     .announcement = {buffer + arrival.announcement_offset, arrival.announcement_length}});
  }
  rte_pktmbuf_free(lesson.packet);
}

void ManagementLink::deliver(const forward::Outgoing& outgoing, TimeNs now) {
  if (outgoing.face != face_id_management) {
    if (!transports_.send(outgoing, now)) {
      rte_pktmbuf_free(outgoing.packet);
    }
    return;
  }
  auto& counters = faces_.counters(face_id_management);
  counters.out_packets.add();
  counters.out_bytes.add(rte_pktmbuf_pkt_len(outgoing.packet));
  switch (outgoing.kind) {
    case wire::PacketKind::interest:
      counters.out_interests.add();
      break;
    case wire::PacketKind::data:
      counters.out_data.add();
      break;
    case wire::PacketKind::nack:
      counters.out_nacks.add();
      break;
  }
  // A Nack of an Interest of ours asks for nothing; Data may come as a chain and is read in one piece.
  if (handler_ && outgoing.kind != wire::PacketKind::nack) {
    std::array<std::uint8_t, packet_bytes_max> scratch;
    const auto length = rte_pktmbuf_pkt_len(outgoing.packet);
    if (length <= scratch.size()) {
      const auto* bytes = static_cast<const std::uint8_t*>(
          rte_pktmbuf_read(outgoing.packet, 0, length, scratch.data()));
      handler_({bytes, length}, outgoing.incoming_face);
    }
  }
  rte_pktmbuf_free(outgoing.packet);
}

}  // namespace augustus::worker
