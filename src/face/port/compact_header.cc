// SPDX-License-Identifier: Apache-2.0
#include "face/port/compact_header.hh"

#include <array>

#include "wire/compact_common.hh"
#include "wire/tlv_header.hh"

namespace augustus::face {

void CompactHeader::write(std::span<std::uint8_t> frame) const {
  const auto packet = frame.subspan(bytes);
  std::array<std::uint8_t, 4> source;
  wire::store_be32(source.data(),
                   static_cast<std::uint32_t>(wire::dispatch_hash_of_compact(packet, format, batch)));
  // Nothing reads it; the tools of the 2016 release write this one.
  constexpr std::array<std::uint8_t, 4> destination{1, 1, 1, 1};
  std::uint8_t* const ip = write_ethernet(frame.data(), peer, own, ethertype_ipv4);
  write_ipv4(ip, IpAddress::v4(source.data()), IpAddress::v4(destination.data()), protocol_compact,
             packet.size());
}

}  // namespace augustus::face
