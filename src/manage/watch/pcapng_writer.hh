// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/clock.hh"
#include "base/face_id.hh"

namespace augustus::manage {

/// Writes blocks of a pcapng file (draft-ietf-opsawg-pcapng), little endian: an interface for each Face, frames of
/// Ethernet type 0x8624 (NDN) around the packets, so that dissectors know what they see.
class PcapngWriter {
 public:
  /// The Section Header Block, first of all.
  static void begin(std::vector<std::uint8_t>& out);

  bool knows(FaceId face) const { return interfaces_.contains(face); }
  /// The Interface Description Block of a Face, before its first packet. `description`: its FaceUri.
  void add_interface(std::vector<std::uint8_t>& out, FaceId face, const std::string& description);
  /// An Enhanced Packet Block. `length`: of the packet, of which `bytes` is the beginning; `wall`: since 1970.
  void add_packet(std::vector<std::uint8_t>& out, FaceId face, bool outgoing, TimeNs wall, std::uint32_t length,
                  std::span<const std::uint8_t> bytes) const;
  /// The same of a frame that came in whole: it stands there as it is.
  void add_frame(std::vector<std::uint8_t>& out, FaceId face, TimeNs wall, std::uint32_t length,
                 std::span<const std::uint8_t> bytes) const;

 private:
  std::map<FaceId, std::uint32_t> interfaces_;
};

}  // namespace augustus::manage
