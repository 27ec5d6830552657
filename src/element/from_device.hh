// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "element/devices/device.hh"
#include "element/source.hh"

namespace augustus::element {

/// A source of what a device receives: packets of all its Faces, and whole frames, marked as such.
class FromDevice : public Source {
 public:
  unsigned emit(Outputs& out) {
    unsigned count = 0;
    for (forward::Item& item : walk().incoming()) {
      if ((item.marks & mark_taken) == 0 && FromDevice::wants(item)) {
        item.marks |= mark_taken;
        out.push(0, Packet::arrived(item));
        ++count;
      }
    }
    taken_.add(count);
    return count;
  }

  bool wants(const forward::Item& item) override {
    if ((item.marks & mark_frame) != 0) {
      return item.arrival().frame_of == number_;
    }
    return number_ != device_none && item.ingress.id != face_id_none &&
           walk().context().shared.faces.device_of(item.ingress.id) == number_;
  }

  std::vector<Handler> handlers() override {
    return {{.name = "count", .read = [this] { return taken_.value(); }}};
  }
  void take_over(Element& former) override { taken_.add(static_cast<FromDevice&>(former).taken_.value()); }

 protected:
  /// nullptr: the graph is only checked.
  explicit FromDevice(std::shared_ptr<Device> device)
      : device_(std::move(device)), number_(device_ != nullptr ? device_->number() : device_none) {}

 private:
  std::shared_ptr<Device> device_;
  DeviceNumber number_;
  Counter taken_;
};

}  // namespace augustus::element
