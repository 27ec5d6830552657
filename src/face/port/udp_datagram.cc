// SPDX-License-Identifier: Apache-2.0
#include "face/port/udp_datagram.hh"

#include "face/port/byte_order.hh"
#include "face/port/internet_checksum.hh"

namespace augustus::face {
namespace {

PortDrop check(const IpView& ip, std::span<const std::uint8_t> datagram, ChecksumTrust trust) {
  const std::uint8_t* field = datagram.data() + 6;
  if (load_be16(field) == 0) {
    return ip.source.is_v4() ? PortDrop::none : PortDrop::no_udp_checksum;
  }
  if (trust == ChecksumTrust::verified) {
    return PortDrop::none;
  }
  InternetChecksum checksum;
  checksum.add_pseudo_header(ip.source, ip.destination, protocol_udp, datagram.size());
  if (trust == ChecksumTrust::unfinished && checksum.unfinished_in(field)) {
    return PortDrop::none;
  }
  checksum.add(datagram);
  return checksum.holds() ? PortDrop::none : PortDrop::bad_udp_checksum;
}

}  // namespace

PortDrop decode_udp(const IpView& ip, ChecksumTrust trust, UdpDatagram& datagram) {
  const auto bytes = ip.payload;
  if (bytes.size() < udp_header_bytes) {
    return PortDrop::truncated;
  }
  const std::size_t length = load_be16(bytes.data() + 4);
  if (length < udp_header_bytes || length > bytes.size()) {
    return PortDrop::bad_udp_length;
  }
  datagram.source_port = load_be16(bytes.data());
  datagram.destination_port = load_be16(bytes.data() + 2);
  datagram.payload = bytes.subspan(udp_header_bytes, length - udp_header_bytes);
  return check(ip, bytes.first(length), trust);
}

std::uint8_t* write_udp(std::uint8_t* out, std::uint16_t source_port, std::uint16_t destination_port,
                        std::size_t payload_bytes) {
  store_be16(out, source_port);
  store_be16(out + 2, destination_port);
  store_be16(out + 4, udp_header_bytes + payload_bytes);
  store_be16(out + 6, 0);
  return out + udp_header_bytes;
}

}  // namespace augustus::face
