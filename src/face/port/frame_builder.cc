// SPDX-License-Identifier: Apache-2.0
#include "face/port/frame_builder.hh"

#include <rte_errno.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "face/port/append.hh"
#include "face/port/byte_order.hh"
#include "face/port/internet_checksum.hh"
#include "face/port/ipv4_header.hh"

namespace augustus::face {
namespace {

/// Up to here a copy costs no more than the two buffers and the reference of a chain.
constexpr std::size_t copy_bytes_max = 256;
constexpr unsigned parts = 2047;

}  // namespace

FrameBuilder::FrameBuilder(const std::string& name, PacketPool& pool, bool chains) : pool_(pool) {
  if (chains) {
    // These buffers have no bytes of their own.
    parts_ = rte_pktmbuf_pool_create((name + "_parts").c_str(), parts, 0, 0, 0, SOCKET_ID_ANY);
    if (parts_ == nullptr) {
      throw std::runtime_error(name + ": buffers to send with: " + rte_strerror(rte_errno));
    }
  }
}

FrameBuilder::~FrameBuilder() {
  rte_mempool_free(parts_);
}

/// Fills in the lengths and checksums of IP and UDP.
void FrameBuilder::finish(rte_mbuf* frame) {
  auto* ip = rte_pktmbuf_mtod_offset(frame, std::uint8_t*, ethernet_header_bytes);
  const bool v4 = ip[0] >> 4 == 4;
  const std::size_t ip_bytes = v4 ? ipv4_header_bytes : ipv6_header_bytes;
  const std::size_t datagram = frame->pkt_len - ethernet_header_bytes - ip_bytes;
  std::uint8_t* udp = ip + ip_bytes;
  store_be16(udp + 4, datagram);
  InternetChecksum checksum;
  if (v4) {
    set_ipv4_payload(ip, datagram);
    checksum.add_pseudo_header(IpAddress::v4(ip + 12), IpAddress::v4(ip + 16), protocol_udp, datagram);
  } else {
    store_be16(ip + 4, datagram);
    checksum.add_pseudo_header(IpAddress::v6(ip + 8), IpAddress::v6(ip + 24), protocol_udp, datagram);
  }
  std::size_t skip = ethernet_header_bytes + ip_bytes;
  for (const rte_mbuf* segment = frame; segment != nullptr; segment = segment->next) {
    checksum.add({rte_pktmbuf_mtod(segment, const std::uint8_t*) + skip, segment->data_len - skip});
    skip = 0;
  }
  checksum.store_for_udp(udp + 6);
}

rte_mbuf* FrameBuilder::elsewhere(const LinkPacket& link, const FrameHeader& header) {
  const bool copy = parts_ == nullptr || link.length <= copy_bytes_max;
  rte_mbuf* const frame = copy ? copied(link, header) : chained(link, header);
  if (frame != nullptr && header.has_ip()) {
    finish(frame);
  }
  return frame;
}

rte_mbuf* FrameBuilder::copied(const LinkPacket& link, const FrameHeader& header) {
  const std::size_t before = std::size_t{header.size} + link.header_length;
  rte_mbuf* frame = pool_.allocate(before + link.length);
  if (frame == nullptr) {
    return nullptr;
  }
  std::uint8_t* at = append(frame, before + link.length).data();
  copy_headers(at, link, header);
  if (link.length != 0) {
    const void* payload = rte_pktmbuf_read(link.packet, link.offset, link.length, at + before);
    if (payload != at + before) {
      std::memcpy(at + before, payload, link.length);
    }
  }
  return frame;
}

rte_mbuf* FrameBuilder::part_of(rte_mbuf* segment, std::size_t offset, std::size_t length) {
  rte_mbuf* part = rte_pktmbuf_alloc(parts_);
  if (part != nullptr) {
    rte_pktmbuf_attach(part, segment);
    part->data_off = static_cast<std::uint16_t>(part->data_off + offset);
    part->data_len = static_cast<std::uint16_t>(length);
    part->pkt_len = static_cast<std::uint32_t>(length);
  }
  return part;
}

rte_mbuf* FrameBuilder::chained(const LinkPacket& link, const FrameHeader& header) {
  const std::size_t before = std::size_t{header.size} + link.header_length;
  rte_mbuf* frame = pool_.allocate(before);
  if (frame == nullptr) {
    return nullptr;
  }
  copy_headers(append(frame, before).data(), link, header);
  rte_mbuf* last = frame;
  std::size_t offset = link.offset;
  std::size_t left = link.length;
  for (rte_mbuf* segment = link.packet; segment != nullptr && left != 0; segment = segment->next) {
    if (offset >= segment->data_len) {
      offset -= segment->data_len;
      continue;
    }
    const std::size_t length = std::min(left, segment->data_len - offset);
    rte_mbuf* part = part_of(segment, offset, length);
    if (part == nullptr) {
      rte_pktmbuf_free(frame);
      return nullptr;
    }
    last->next = part;
    last = part;
    frame->pkt_len += part->data_len;
    ++frame->nb_segs;
    left -= length;
    offset = 0;
  }
  return frame;
}

}  // namespace augustus::face
