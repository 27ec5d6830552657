// SPDX-License-Identifier: Apache-2.0
#include "manage/watch/capture_file.hh"

#include <fmt/format.h>

namespace augustus::manage {

CaptureFile::CaptureFile(DataPlane& data_plane, worker::CaptureSession& session, std::uint64_t packets_max,
                         std::uint64_t bytes_max)
    : data_plane_(data_plane),
      session_(session),
      packets_max_(packets_max),
      bytes_max_(bytes_max),
      wall_offset_(wall_clock_now() - monotonic_now()) {}

void CaptureFile::read(std::vector<std::uint8_t>& bytes, std::size_t room) {
  const std::size_t before = bytes.size();
  if (!begun_) {
    begun_ = true;
    PcapngWriter::begin(bytes);
  }
  while (bytes.size() < before + room && packets_ < packets_max_ &&
         bytes_ + bytes.size() - before < bytes_max_) {
    const auto packet = session_.take();
    if (!packet) {
      break;
    }
    append(bytes, *packet);
    ++packets_;
  }
  bytes_ += bytes.size() - before;
}

void CaptureFile::append(std::vector<std::uint8_t>& bytes, const worker::CapturedPacket& packet) {
  if (!writer_.knows(packet.face)) {
    const auto info = data_plane_.find_face(packet.face);
    writer_.add_interface(bytes, packet.face, info ? info->remote_uri : "");
  }
  writer_.add_packet(bytes, packet.face, packet.outgoing, packet.time + wall_offset_, packet.length,
                     packet.bytes);
}

std::string CaptureFile::summary() const {
  return fmt::format(R"({{"packets":{},"packets_lost":{}}})", packets_, session_.lost());
}

}  // namespace augustus::manage
