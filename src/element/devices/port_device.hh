// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "element/devices/device.hh"
#include "face/port/port_hub.hh"

namespace augustus::element {

/// A DPDK port of the configuration.
class PortDevice final : public Device {
 public:
  PortDevice(DeviceNumber number, std::string name) : Device(number), name_(std::move(name)) {}

  bool send_frame(rte_mbuf* frame) override;
  void open(worker::Router& router) override;

 private:
  std::string name_;
  std::shared_ptr<face::PortHub> hub_;
  std::atomic<face::PortHub*> open_{nullptr};
};

}  // namespace augustus::element
