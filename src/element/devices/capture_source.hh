// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "element/devices/device.hh"

namespace augustus::element {

/// A capture that is read once, as if its packets arrived on a Face.
class CaptureSource final : public Device {
 public:
  /// `rate`: packets a second at most.
  CaptureSource(DeviceNumber number, std::string file, std::uint64_t rate)
      : Device(number), file_(std::move(file)), rate_(rate) {}

  void open(worker::Router& router) override;
  void close(worker::Router& router) override;

 private:
  std::string file_;
  std::uint64_t rate_;
};

}  // namespace augustus::element
