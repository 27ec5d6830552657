// SPDX-License-Identifier: Apache-2.0
#include "traffic/links/port_link.hh"

#include <algorithm>
#include <stdexcept>

#include "forward/arrival.hh"
#include "traffic/links/link_header.hh"
#include "wire/tlv_type.hh"

namespace augustus::traffic {
namespace {

constexpr std::uint8_t owner = 0;

std::size_t ip_and_udp_bytes(const face::FaceUri& remote) {
  constexpr std::size_t udp = 8, ipv4 = 20, ipv6 = 40;
  const auto address = remote.address();
  return !address ? 0 : udp + (address->is_v6() ? ipv6 : ipv4);
}

}  // namespace

PortLink::PortLink(const face::PortOptions& options, const std::optional<face::FaceUri>& remote,
                   PortContext& context)
    : context_(context), port_(options, owner, context.faces(), context.pool()) {
  if (!remote) {
    // Whoever comes over UDP comes over IPv4, as far as sizes go.
    headers_ = options.addresses.empty() ? 0 : ip_and_udp_bytes(*face::FaceUri::parse("udp4://0.0.0.0:6363"));
    return;
  }
  const auto local = face::FaceUri::parse("dev://" + options.name);
  face::FaceInfo info;
  info.persistency = face::Persistency::permanent;
  remote_ = port_.add_face(*remote, local, std::move(info), monotonic_now());
  if (remote_ == face_id_none) {
    throw std::invalid_argument("the port does not reach " + remote->text() +
                                ": over UDP it needs an address on the same link (--address)");
  }
  headers_ = ip_and_udp_bytes(*remote);
}

std::size_t PortLink::overhead(std::size_t packet_bytes, std::size_t token_bytes) const {
  return headers_ + link_header_bytes(packet_bytes, token_bytes);
}

bool PortLink::send(const Packet& packet) {
  const FaceId to = packet.peer != face_id_none ? packet.peer : remote_;
  rte_mbuf* buffer = to == face_id_none ? nullptr : context_.pool().copy_of(packet.bytes);
  if (buffer == nullptr) {
    counters_.output_full.add();
    return false;
  }
  forward::Outgoing outgoing;
  outgoing.packet = buffer;
  outgoing.face = to;
  outgoing.kind = packet.kind;
  outgoing.pit_token_length = static_cast<std::uint8_t>(packet.pit_token.size());
  std::ranges::copy(packet.pit_token, outgoing.pit_token.begin());
  port_.send(outgoing, now_);
  return true;
}

void PortLink::flush(TimeNs now) {
  now_ = now;
  port_.flush(now);
  if (now >= next_tick_) {
    next_tick_ = port_.tick(now);
  }
  const face::PortCounters& port = port_.counters();
  counters_.out_packets.set(port.out_frames.value());
  counters_.out_bytes.set(port.out_bytes.value());
  counters_.in_packets.set(port.in_frames.value());
  counters_.in_bytes.set(port.in_bytes.value());
  counters_.refused.set(port.dropped(face::PortDrop::transmit_full));
}

unsigned PortLink::receive(Receiver& receiver, TimeNs now) {
  now_ = now;
  receiver_ = &receiver;
  return port_.receive(*this, now);
}

bool PortLink::up() {
  flush(monotonic_now());
  return port_.is_up();
}

void PortLink::receive(rte_mbuf* buffer) {
  const forward::Arrival& arrival = forward::arrival_of(buffer);
  Packet packet{.bytes = packet_bytes(buffer),
                .kind = wire::PacketKind::interest,
                .nack_reason = arrival.nack_reason,
                .congestion_mark = arrival.congestion_mark != 0,
                .pit_token = {arrival.pit_token.data(), arrival.pit_token_length},
                .peer = arrival.face};
  if (!packet.bytes.empty()) {
    packet.kind = arrival.is_nack                           ? wire::PacketKind::nack
                  : packet.bytes[0] == wire::tlv_type::data ? wire::PacketKind::data
                                                            : wire::PacketKind::interest;
    receiver_->receive(packet);
  }
  rte_pktmbuf_free(buffer);
}

}  // namespace augustus::traffic
