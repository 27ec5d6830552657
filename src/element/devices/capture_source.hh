// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "element/devices/device.hh"
#include "manage/access/file_folder.hh"

namespace augustus::element {

/// A capture that is read once, as if its packets arrived on a Face.
class CaptureSource final : public Device {
 public:
  /// `rate`: packets a second at most. `folder`: where the file has to be; nullptr: anywhere.
  CaptureSource(DeviceNumber number, std::string file, std::uint64_t rate,
                std::shared_ptr<const manage::FileFolder> folder)
      : Device(number), file_(std::move(file)), rate_(rate), folder_(std::move(folder)) {}

  void open(worker::Router& router) override;
  void close(worker::Router& router) override;

 private:
  std::string file_;
  std::uint64_t rate_;
  std::shared_ptr<const manage::FileFolder> folder_;
};

}  // namespace augustus::element
