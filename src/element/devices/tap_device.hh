// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "element/devices/device.hh"
#include "face/port/host_interface.hh"

namespace augustus::element {

/// A network interface (a tap) between the graph and the kernel. NDN over Ethernet that the kernel's side
/// sends comes in on its Face, everything else as whole frames.
class TapDevice final : public Device {
 public:
  /// `port`: whose MAC address and MTU the interface takes over, so that the kernel speaks for the port;
  /// empty: none, it has an address of its own and an MTU of 1500.
  TapDevice(DeviceNumber number, std::string name, std::string port)
      : Device(number), name_(std::move(name)), port_(std::move(port)) {}

  const std::string& port() const { return port_; }
  void stand_for(const std::string& port) { port_ = port; }

  bool send_frame(rte_mbuf* frame) override;
  void open(worker::Router& router) override;
  void close(worker::Router& router) override;

 private:
  std::string name_;
  std::string port_;
  std::shared_ptr<face::HostInterface> interface_;
  std::atomic<face::HostInterface*> open_{nullptr};
};

}  // namespace augustus::element
