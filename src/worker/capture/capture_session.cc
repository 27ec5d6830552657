// SPDX-License-Identifier: Apache-2.0
#include "worker/capture/capture_session.hh"

#include <algorithm>

#include "forward/arrival.hh"
#include "forward/trace/trace_name.hh"

namespace augustus::worker {
namespace {

wire::LpHeader header_of(const forward::Arrival& arrival) {
  wire::LpHeader header;
  header.pit_token_length = arrival.pit_token_length;
  header.pit_token = arrival.pit_token;
  header.is_nack = arrival.is_nack;
  header.nack_reason = arrival.nack_reason;
  header.no_cache = arrival.no_cache;
  header.non_discovery = arrival.non_discovery;
  header.has_congestion_mark = arrival.congestion_mark != 0;
  header.congestion_mark = arrival.congestion_mark;
  header.has_next_hop_face = arrival.next_hop_face != face_id_none;
  header.next_hop_face = arrival.next_hop_face;
  return header;
}

wire::LpHeader header_of(const forward::Outgoing& outgoing) {
  wire::LpHeader header;
  header.pit_token_length = outgoing.pit_token_length;
  header.pit_token = outgoing.pit_token;
  header.is_nack = outgoing.kind == wire::PacketKind::nack;
  header.nack_reason = outgoing.nack_reason;
  header.non_discovery = outgoing.non_discovery && outgoing.kind == wire::PacketKind::interest;
  header.has_congestion_mark = outgoing.congestion_mark != 0;
  header.congestion_mark = outgoing.congestion_mark;
  return header;
}

bool begins_with(std::span<const std::uint8_t> name, std::span<const std::uint8_t> prefix) {
  return prefix.size() <= name.size() && std::equal(prefix.begin(), prefix.end(), name.begin());
}

const wire::Name own_prefix = wire::Name::literal("/localhost/nfd/augustus-capture");

bool is_compact(rte_mbuf* packet) {
  return forward::arrival_of(packet).format != wire::PacketFormat::ndn;
}

}  // namespace

CaptureSession::CaptureSession(CaptureFilter filter, unsigned cells)
    : filter_(std::move(filter)), ring_(cells) {}

bool CaptureSession::wants(FaceId face, rte_mbuf* packet) const {
  if (filter_.all) {
    return true;
  }
  if (filter_.face != face_id_none && filter_.face != face) {
    return false;
  }
  forward::TraceName reader;
  const auto name = reader.of(packet);
  return begins_with(name, filter_.prefix.value()) && !begins_with(name, own_prefix.value());
}

unsigned CaptureSession::arrived(std::span<rte_mbuf* const> packets, TimeNs now) {
  unsigned lost = 0;
  for (rte_mbuf* packet : packets) {
    const forward::Arrival& arrival = forward::arrival_of(packet);
    if (wants(arrival.face, packet)) {
      const Cell first{.time = now,
                       .face = arrival.face,
                       .length = 0,
                       .kept = 0,
                       .outgoing = 0,
                       .whole_frame = arrival.frame_of != device_none ? 1u : 0u,
                       .padding = {},
                       .bytes = {}};
      lost += copy(packet, header_of(arrival), is_compact(packet), first) ? 0 : 1;
    }
  }
  return lost;
}

unsigned CaptureSession::leaving(std::span<const forward::Outgoing> outgoing, TimeNs now) {
  unsigned lost = 0;
  for (const forward::Outgoing& one : outgoing) {
    if (wants(one.face, one.packet)) {
      const Cell first{.time = now,
                       .face = one.face,
                       .length = 0,
                       .kept = 0,
                       .outgoing = 1,
                       .whole_frame = 0,
                       .padding = {},
                       .bytes = {}};
      lost += copy(one.packet, header_of(one), is_compact(one.packet), first) ? 0 : 1;
    }
  }
  return lost;
}

bool CaptureSession::copy(rte_mbuf* packet, const wire::LpHeader& header, bool bare, Cell first) {
  std::array<std::uint8_t, packet_bytes_max + wire::lp_header_bytes_max> bytes;
  const std::size_t body = std::min<std::size_t>(rte_pktmbuf_pkt_len(packet), packet_bytes_max);
  const std::size_t front =
      bare || wire::lp_header_needless(header) ? 0 : wire::encode_lp_header(header, body, bytes);
  const void* read = rte_pktmbuf_read(packet, 0, static_cast<std::uint32_t>(body), bytes.data() + front);
  if (read == nullptr) {
    return false;
  }
  if (read != bytes.data() + front) {
    std::copy_n(static_cast<const std::uint8_t*>(read), body, bytes.data() + front);
  }
  first.length = static_cast<std::uint32_t>(front + body);
  first.kept = std::min(first.length, filter_.snap_bytes);
  std::array<Cell, cells_max> cells;
  unsigned count = 0;
  for (std::size_t from = 0; from < first.kept || count == 0; from += Cell::bytes_max) {
    const std::size_t part = std::min<std::size_t>(first.kept - from, Cell::bytes_max);
    Cell& cell = cells[count++];
    cell.time = first.time;
    cell.face = first.face;
    cell.length = first.length;
    cell.kept = first.kept;
    cell.outgoing = first.outgoing;
    cell.whole_frame = first.whole_frame;
    std::copy_n(bytes.data() + from, part, cell.bytes.data());
  }
  if (!ring_.push_all({cells.data(), count})) {
    lost_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  return true;
}

std::optional<CapturedPacket> CaptureSession::take() {
  std::array<Cell, 1> cell;
  if (ring_.pop(cell) == 0) {
    return std::nullopt;
  }
  CapturedPacket packet{.time = cell[0].time,
                        .face = cell[0].face,
                        .outgoing = cell[0].outgoing != 0,
                        .whole_frame = cell[0].whole_frame != 0,
                        .length = cell[0].length,
                        .bytes = {}};
  const std::size_t kept = cell[0].kept;
  for (;;) {
    const std::size_t part = std::min(kept - packet.bytes.size(), Cell::bytes_max);
    packet.bytes.insert(packet.bytes.end(), cell[0].bytes.begin(),
                        cell[0].bytes.begin() + static_cast<std::ptrdiff_t>(part));
    if (packet.bytes.size() == kept) {
      return packet;
    }
    // It was pushed together with the first.
    ring_.pop(cell);
  }
}

}  // namespace augustus::worker
