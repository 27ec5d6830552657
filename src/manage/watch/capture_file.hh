// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"
#include "manage/watch/pcapng_writer.hh"
#include "manage/watch/watch_source.hh"
#include "worker/capture/capture_session.hh"

namespace augustus::manage {

/// A capture as the bytes of a pcapng file (docs/trace.md).
class CaptureFile final : public WatchSource {
 public:
  /// `packets_max`, `bytes_max`: of packets, and of the file, after which it is complete. The references must outlive this.
  CaptureFile(DataPlane& data_plane, worker::CaptureSession& session, std::uint64_t packets_max,
              std::uint64_t bytes_max);

  void read(std::vector<std::uint8_t>& bytes, std::size_t room) override;
  bool enough() const override { return packets_ >= packets_max_ || bytes_ >= bytes_max_; }
  std::string summary() const override;

 private:
  void append(std::vector<std::uint8_t>& bytes, const worker::CapturedPacket& packet);

  DataPlane& data_plane_;
  worker::CaptureSession& session_;
  PcapngWriter writer_;
  std::uint64_t packets_max_;
  std::uint64_t bytes_max_;
  std::uint64_t packets_ = 0;
  std::uint64_t bytes_ = 0;
  TimeNs wall_offset_;  ///< from monotonic to wall time
  bool begun_ = false;
};

}  // namespace augustus::manage
