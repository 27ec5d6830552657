// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "element/devices/device.hh"
#include "face/face_table.hh"
#include "manage/access/file_folder.hh"
#include "manage/watch/pcapng_writer.hh"
#include "worker/capture/capture_session.hh"

namespace augustus::element {

/// A pcapng file that elements of all partitions write to. They copy into a bounded ring, which a thread of
/// its own empties; what finds it full is lost and counted.
class CaptureSink final : public Device {
 public:
  /// `folder`: where the file has to be; nullptr: anywhere.
  CaptureSink(std::string file, std::uint32_t snap_bytes, std::shared_ptr<const manage::FileFolder> folder);
  ~CaptureSink() override;

  worker::CaptureSession& session() { return session_; }

  /// Begins the file anew.
  void open(worker::Router& router) override;
  /// The file is complete then.
  void close(worker::Router& router) override;

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void write_while(const std::stop_token& stop);
  void write_waiting();
  void append(const worker::CapturedPacket& packet);
  void flush();

  std::string file_name_;
  std::shared_ptr<const manage::FileFolder> folder_;
  worker::CaptureSession session_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  const face::FaceTable* faces_ = nullptr;
  manage::PcapngWriter writer_;
  std::vector<std::uint8_t> bytes_;
  TimeNs wall_offset_ = 0;  ///< from monotonic to wall time
  std::uint64_t packets_ = 0;
  bool failed_ = false;
  std::jthread thread_;
};

}  // namespace augustus::element
