// SPDX-License-Identifier: Apache-2.0
#include "face/port/neighbour_resolver.hh"

#include <algorithm>
#include <cstring>

#include "face/port/ipv6_header.hh"

namespace augustus::face {
namespace {

constexpr std::size_t arp_frame_bytes = ethernet_header_bytes + arp_packet_bytes;
constexpr std::size_t neighbour_frame_bytes =
    ethernet_header_bytes + ipv6_header_bytes + neighbour_message_bytes;
constexpr std::uint8_t discovery_hop_limit = 255;

/// Where an IPv6 group is heard (RFC 2464 7).
MacAddress mac_of_group(const IpAddress& group) {
  return MacAddress{{0x33, 0x33, group.bytes[12], group.bytes[13], group.bytes[14], group.bytes[15]}};
}

std::uint8_t* start_of(rte_mbuf* frame) {
  return rte_pktmbuf_mtod(frame, std::uint8_t*);
}

void write_neighbour_frame(std::uint8_t* at, const MacAddress& to, const MacAddress& from,
                           const IpAddress& source, const IpAddress& destination,
                           const NeighbourMessage& message) {
  at = write_ethernet(at, to, from, ethertype_ipv6);
  at = write_ipv6(at, source, destination, protocol_icmpv6, discovery_hop_limit, neighbour_message_bytes);
  write_neighbour(at, message, source, destination);
}

}  // namespace

NeighbourResolver::NeighbourResolver(const PortAddresses& addresses, const MacAddress& mac, PacketPool& pool,
                                     TransmitQueue& output, PortCounters& counters)
    : addresses_(addresses),
      mac_(mac),
      pool_(pool),
      output_(output),
      counters_(counters),
      table_(neighbours_max, counters) {}

rte_mbuf* NeighbourResolver::frame_of(std::size_t bytes) {
  rte_mbuf* frame = pool_.allocate(bytes);
  if (frame == nullptr) {
    counters_.drop(PortDrop::no_buffer);
    return nullptr;
  }
  rte_pktmbuf_append(frame, static_cast<std::uint16_t>(bytes));
  return frame;
}

void NeighbourResolver::send(rte_mbuf* frame, const IpAddress& address, Neighbour*& hint, TimeNs now) {
  if (hint == nullptr || hint->state == Neighbour::State::none || hint->address != address) {
    hint = &table_.obtain(address, now);
    if (hint->asked == 0 && !hint->has_mac()) {
      ask(*hint);
    }
  }
  hint->used = now;
  if (!hint->has_mac()) {
    table_.wait(*hint, frame);
    return;
  }
  std::memcpy(start_of(frame), hint->mac.bytes.data(), hint->mac.bytes.size());
  output_.push(frame);
}

std::optional<MacAddress> NeighbourResolver::mac_of(const IpAddress& address, TimeNs now) {
  Neighbour* known = table_.find(address);
  if (known == nullptr || !known->has_mac()) {
    return std::nullopt;
  }
  known->used = now;
  return known->mac;
}

void NeighbourResolver::prepare(const IpAddress& address, TimeNs now) {
  if (table_.find(address) == nullptr) {
    ask(table_.obtain(address, now));
  }
}

void NeighbourResolver::ask(Neighbour& neighbour) {
  ++neighbour.asked;
  const IpAddress* source = addresses_.source_to(neighbour.address);
  if (source == nullptr) {
    return;
  }
  counters_.neighbours_asked.add();
  if (neighbour.address.is_v4()) {
    ask_arp(neighbour, *source);
  } else {
    ask_neighbour_discovery(neighbour, *source);
  }
}

void NeighbourResolver::ask_arp(const Neighbour& neighbour, const IpAddress& source) {
  if (rte_mbuf* frame = frame_of(arp_frame_bytes)) {
    const MacAddress& to = neighbour.has_mac() ? neighbour.mac : mac_broadcast;
    write_arp(write_ethernet(start_of(frame), to, mac_, ethertype_arp),
              ArpPacket{.sender_mac = mac_, .sender = source, .target = neighbour.address});
    output_.push(frame);
  }
}

void NeighbourResolver::ask_neighbour_discovery(const Neighbour& neighbour, const IpAddress& source) {
  if (rte_mbuf* frame = frame_of(neighbour_frame_bytes)) {
    const IpAddress group = solicited_node(neighbour.address);
    const bool unicast = neighbour.has_mac();
    write_neighbour_frame(start_of(frame), unicast ? neighbour.mac : mac_of_group(group), mac_, source,
                          unicast ? neighbour.address : group,
                          NeighbourMessage{.target = neighbour.address, .mac = mac_});
    output_.push(frame);
  }
}

PortDrop NeighbourResolver::receive_arp(const FrameView& frame, TimeNs now) {
  const ArpPacket& arp = frame.arp;
  if (addresses_.owns(arp.sender)) {
    return PortDrop::address_conflict;
  }
  const bool probing = arp.sender.is_unspecified();  // RFC 5227
  const bool for_us = addresses_.owns(arp.target);
  if (!probing && addresses_.on_link(arp.sender)) {
    Neighbour* known = table_.find(arp.sender);
    if (known == nullptr && for_us && !arp.is_reply) {
      known = &table_.obtain(arp.sender, 0);
    }
    if (known != nullptr) {
      learn(*known, arp.sender_mac, now);
    }
  }
  if (!for_us || arp.is_reply) {
    return for_us ? PortDrop::none : PortDrop::arp_ignored;
  }
  if (rte_mbuf* answer = frame_of(arp_frame_bytes)) {
    write_arp(write_ethernet(start_of(answer), arp.sender_mac, mac_, ethertype_arp),
              ArpPacket{.is_reply = true,
                        .sender_mac = mac_,
                        .sender = arp.target,
                        .target_mac = arp.sender_mac,
                        .target = arp.sender});
    output_.push(answer);
    counters_.arp_answered.add();
  }
  return PortDrop::none;
}

PortDrop NeighbourResolver::receive_neighbour(const FrameView& frame, TimeNs now) {
  const NeighbourMessage& message = frame.neighbour;
  if (message.is_advertisement) {
    Neighbour* known = table_.find(message.target);
    if (addresses_.owns(message.target)) {
      return PortDrop::address_conflict;
    }
    if (known == nullptr || (!message.mac && !known->has_mac())) {
      return PortDrop::icmp_ignored;
    }
    const bool may_change =
        message.overrides || !known->has_mac() || !message.mac || *message.mac == known->mac;
    if (may_change) {
      learn(*known, message.mac.value_or(known->mac), now);
    }
    return PortDrop::none;
  }
  if (!addresses_.owns(message.target)) {
    return PortDrop::other_address;
  }
  if (addresses_.owns(frame.ip.source)) {
    return PortDrop::address_conflict;
  }
  answer_neighbour_discovery(frame, now);
  return PortDrop::none;
}

void NeighbourResolver::answer_neighbour_discovery(const FrameView& frame, TimeNs now) {
  const NeighbourMessage& question = frame.neighbour;
  const bool probing = frame.ip.source.is_unspecified();
  if (!probing && question.mac && addresses_.on_link(frame.ip.source)) {
    learn(table_.obtain(frame.ip.source, 0), *question.mac, now);
  }
  if (rte_mbuf* answer = frame_of(neighbour_frame_bytes)) {
    const IpAddress& to = probing ? all_nodes : frame.ip.source;
    const MacAddress mac = probing ? mac_of_group(all_nodes) : question.mac.value_or(frame.ethernet.source);
    write_neighbour_frame(start_of(answer), mac, mac_, question.target, to,
                          NeighbourMessage{.is_advertisement = true,
                                           .solicited = !probing,
                                           .overrides = true,
                                           .target = question.target,
                                           .mac = mac_});
    output_.push(answer);
    counters_.neighbours_answered.add();
  }
}

void NeighbourResolver::learn(Neighbour& neighbour, const MacAddress& mac, TimeNs now) {
  neighbour.mac = mac;
  neighbour.state = Neighbour::State::reachable;
  neighbour.confirmed = now;
  neighbour.asked = 0;
  for (rte_mbuf* frame : table_.take_waiting(neighbour)) {
    std::memcpy(start_of(frame), mac.bytes.data(), mac.bytes.size());
    output_.push(frame);
  }
}

void NeighbourResolver::announce() {
  for (const auto& own : addresses_.prefixes()) {
    if (own.address.is_v4()) {
      if (rte_mbuf* frame = frame_of(arp_frame_bytes)) {
        write_arp(write_ethernet(start_of(frame), mac_broadcast, mac_, ethertype_arp),
                  ArpPacket{.sender_mac = mac_, .sender = own.address, .target = own.address});
        output_.push(frame);
      }
    } else if (rte_mbuf* frame = frame_of(neighbour_frame_bytes)) {
      write_neighbour_frame(
          start_of(frame), mac_of_group(all_nodes), mac_, own.address, all_nodes,
          NeighbourMessage{.is_advertisement = true, .overrides = true, .target = own.address, .mac = mac_});
      output_.push(frame);
    }
  }
}

TimeNs NeighbourResolver::tick(TimeNs now) {
  if (now >= next_scan_) {
    for (std::uint32_t i = 0; i < table_.capacity(); ++i) {
      if (table_.at(i).state != Neighbour::State::none) {
        look_at(table_.at(i), now);
      }
    }
    next_scan_ = now + ask_interval;
  }
  return next_scan_;
}

void NeighbourResolver::look_at(Neighbour& neighbour, TimeNs now) {
  if (neighbour.state == Neighbour::State::reachable) {
    if (now < neighbour.confirmed + reachable_time) {
      return;
    }
    if (neighbour.used > neighbour.confirmed) {
      neighbour.state = Neighbour::State::probing;
    } else if (now >= neighbour.confirmed + forget_time) {
      table_.remove(neighbour, PortDrop::neighbour_silent);
      return;
    } else {
      return;
    }
  }
  if (neighbour.asked >= questions_max) {
    table_.remove(neighbour, PortDrop::neighbour_silent);
    return;
  }
  ask(neighbour);
}

}  // namespace augustus::face
