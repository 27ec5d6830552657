// SPDX-License-Identifier: Apache-2.0
#include "element/devices/port_device.hh"

#include <fmt/format.h>

#include <stdexcept>

#include "worker/router.hh"

namespace augustus::element {

bool PortDevice::send_frame(rte_mbuf* frame) {
  face::PortHub* const hub = open_.load(std::memory_order_acquire);
  frame->ol_flags = 0;
  return hub != nullptr && hub->send_frame(frame);
}

void PortDevice::open(worker::Router& router) {
  const auto port = router.find_port(name_);
  if (!port) {
    throw std::runtime_error(fmt::format("the router has no port {}", name_));
  }
  hub_ = port->hub;
  set_own_face(port->own_face);
  open_.store(hub_.get(), std::memory_order_release);
}

}  // namespace augustus::element
