// SPDX-License-Identifier: Apache-2.0
#include "face/port/ip_reassembler.hh"

#include <cstring>

#include "face/face_source.hh"

namespace augustus::face {

struct IpReassembler::Packet {
  IpAddress source;
  IpAddress destination;
  std::uint32_t id = 0;
  std::uint8_t key_protocol = 0;  ///< part of the key in IPv4 only
  std::uint8_t protocol = 0;      ///< as the first fragment has it
  std::uint16_t fragments = 0;
  std::uint32_t bytes = 0;
  std::uint32_t total = 0;    ///< 0 until the last fragment is here
  rte_mbuf* first = nullptr;  ///< by ascending offset, linked by rte_mbuf::next
  rte_mbuf* last = nullptr;
  TimeNs deadline = 0;
  PoolShares::Holder holder = 0;
  std::uint32_t older = none;
  std::uint32_t newer = none;  ///< or the next free one
};

namespace {

/// A waiting fragment's offset is kept where the buffer has a field to spare.
std::uint32_t& offset_of(rte_mbuf* fragment) {
  return fragment->hash.fdir.hi;
}

std::uint32_t end_of(rte_mbuf* fragment) {
  return offset_of(fragment) + fragment->data_len;
}

std::uint8_t key_protocol_of(const IpView& ip) {
  return ip.source.is_v4() ? ip.protocol : 0;
}

}  // namespace

IpReassembler::IpReassembler(PacketPool& pool, PortCounters& counters, const Limits& limits)
    : pool_(pool),
      counters_(counters),
      limits_(limits),
      packets_(std::make_unique<Packet[]>(limits.packets)),
      shares_({.capacity = limits.buffers}) {
  for (std::uint32_t i = 0; i < limits.packets; ++i) {
    packets_[i].newer = i + 1 < limits.packets ? i + 1 : none;
  }
}

IpReassembler::~IpReassembler() {
  while (oldest_ != none) {
    release(packets_[oldest_]);
  }
}

rte_mbuf* IpReassembler::receive(rte_mbuf* fragment, IpView& ip, TimeNs now) {
  expire(now);
  counters_.in_fragments.add();
  Packet* packet = find(ip);
  PortDrop drop = PortDrop::none;
  if (ip.fragment_offset + ip.payload.size() > limits_.bytes_per_packet) {
    drop = PortDrop::fragments_too_long;
  } else {
    if (shares_.free() == 0) {
      make_room(packet);
    }
    if (packet == nullptr) {
      packet = &create(ip, now);
    }
    drop = insert(*packet, fragment, ip);
  }
  if (drop != PortDrop::none) {
    counters_.drop(drop);
    rte_pktmbuf_free(fragment);
    if (packet != nullptr && drop != PortDrop::fragment_duplicate) {
      give_up(*packet, drop);
    }
    return nullptr;
  }
  return packet->bytes == packet->total ? complete(*packet, ip) : nullptr;
}

/// Fragments of one packet come together: the newest are looked at first.
IpReassembler::Packet* IpReassembler::find(const IpView& ip) {
  for (std::uint32_t i = newest_; i != none; i = packets_[i].older) {
    Packet& packet = packets_[i];
    if (packet.id == ip.fragment_id && packet.source == ip.source && packet.destination == ip.destination &&
        packet.key_protocol == key_protocol_of(ip)) {
      return &packet;
    }
  }
  return nullptr;
}

/// Gives one packet up; `but` is nullptr then if it was that.
void IpReassembler::make_room(Packet*& but) {
  Packet& longest = longest_of_largest();
  but = but == &longest ? nullptr : but;
  shares_.count_refusal();
  give_up(longest, PortDrop::reassembly_full);
}

IpReassembler::Packet& IpReassembler::longest_of_largest() {
  const std::uint32_t most = shares_.held(shares_.largest());
  std::uint32_t i = oldest_;
  while (shares_.held(packets_[i].holder) != most) {
    i = packets_[i].newer;
  }
  return packets_[i];
}

IpReassembler::Packet& IpReassembler::create(const IpView& ip, TimeNs now) {
  if (free_ == none) {
    Packet* none_to_keep = nullptr;
    make_room(none_to_keep);
  }
  const std::uint32_t index = free_;
  Packet& packet = packets_[index];
  free_ = packet.newer;
  packet = Packet{.source = ip.source,
                  .destination = ip.destination,
                  .id = ip.fragment_id,
                  .key_protocol = key_protocol_of(ip)};
  packet.deadline = now + limits_.timeout;
  packet.holder = shares_.holder_of(source_of(ip.source.bytes));
  packet.older = newest_;
  (newest_ != none ? packets_[newest_].newer : oldest_) = index;
  newest_ = index;
  return packet;
}

PortDrop IpReassembler::insert(Packet& packet, rte_mbuf* fragment, const IpView& ip) {
  const std::uint32_t end = ip.fragment_offset + fragment->data_len;
  offset_of(fragment) = ip.fragment_offset;
  if (packet.fragments >= limits_.buffers_per_packet) {
    return PortDrop::fragments_too_many;
  }
  rte_mbuf* before = nullptr;
  if (packet.last != nullptr && offset_of(packet.last) <= ip.fragment_offset) {
    before = packet.last;
  } else {
    for (rte_mbuf* other = packet.first; other != nullptr && offset_of(other) <= ip.fragment_offset;
         other = other->next) {
      before = other;
    }
  }
  if (before != nullptr && offset_of(before) == ip.fragment_offset && end_of(before) == end) {
    return PortDrop::fragment_duplicate;
  }
  rte_mbuf*& link = before != nullptr ? before->next : packet.first;
  const bool overlaps_before = before != nullptr && end_of(before) > ip.fragment_offset;
  const bool overlaps_after = link != nullptr && end > offset_of(link);
  const bool beyond_end = packet.total != 0 && end > packet.total;
  const bool second_end =
      !ip.more_fragments && (packet.total != 0 || (packet.last != nullptr && end_of(packet.last) > end));
  if (overlaps_before || overlaps_after || beyond_end || second_end) {
    return PortDrop::fragment_overlap;
  }
  fragment->next = link;
  link = fragment;
  if (fragment->next == nullptr) {
    packet.last = fragment;
  }
  packet.total = ip.more_fragments ? packet.total : end;
  packet.protocol = ip.fragment_offset == 0 ? ip.protocol : packet.protocol;
  packet.bytes += fragment->data_len;
  ++packet.fragments;
  shares_.add(packet.holder);
  return PortDrop::none;
}

rte_mbuf* IpReassembler::complete(Packet& packet, IpView& ip) {
  rte_mbuf* whole = pool_.allocate(packet.bytes);
  if (whole == nullptr) {
    give_up(packet, PortDrop::no_buffer);
    return nullptr;
  }
  for (const rte_mbuf* fragment = packet.first; fragment != nullptr; fragment = fragment->next) {
    std::memcpy(rte_pktmbuf_append(whole, fragment->data_len), rte_pktmbuf_mtod(fragment, const void*),
                fragment->data_len);
  }
  ip.protocol = packet.protocol;
  ip.is_fragment = ip.more_fragments = false;
  ip.fragment_offset = 0;
  ip.payload = packet_bytes(whole);
  counters_.in_reassembled.add();
  release(packet);
  return whole;
}

void IpReassembler::give_up(Packet& packet, PortDrop reason) {
  counters_.drop(reason, packet.fragments);
  release(packet);
}

void IpReassembler::release(Packet& packet) {
  const auto index = static_cast<std::uint32_t>(&packet - packets_.get());
  (packet.older != none ? packets_[packet.older].newer : oldest_) = packet.newer;
  (packet.newer != none ? packets_[packet.newer].older : newest_) = packet.older;
  shares_.give_back(packet.holder, packet.fragments);
  while (packet.first != nullptr) {
    rte_mbuf* fragment = packet.first;
    packet.first = fragment->next;
    fragment->next = nullptr;
    rte_pktmbuf_free(fragment);
  }
  packet.newer = free_;
  free_ = index;
}

TimeNs IpReassembler::expire(TimeNs now) {
  while (oldest_ != none && packets_[oldest_].deadline <= now) {
    give_up(packets_[oldest_], PortDrop::reassembly_expired);
  }
  return oldest_ != none ? packets_[oldest_].deadline : time_never;
}

}  // namespace augustus::face
