// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "element/devices/device.hh"
#include "element/element_type.hh"

namespace augustus::element {

/// A sink: what is meant for a Face of a device leaves on that, everything else on the device's own; packets
/// that no stage sent, and whole frames, as they are.
class ToDevice : public Element {
 public:
  void push(unsigned, Batch batch, Outputs& out);

  std::vector<Handler> handlers() override {
    return {{.name = "count", .read = [this] { return sent_.value(); }}};
  }
  void take_over(Element& former) override { sent_.add(static_cast<ToDevice&>(former).sent_.value()); }

 protected:
  /// nullptr: the graph is only checked.
  explicit ToDevice(std::shared_ptr<Device> device)
      : device_(std::move(device)), number_(device_ != nullptr ? device_->number() : device_none) {}

 private:
  bool send(Packet packet);
  bool send_frame(Packet packet);

  std::shared_ptr<Device> device_;
  DeviceNumber number_;
  Counter sent_;
};

}  // namespace augustus::element
