// SPDX-License-Identifier: Apache-2.0
#include "element/devices/tap_device.hh"

#include <fmt/format.h>

#include <stdexcept>

#include "face/port/host_transport.hh"
#include "worker/router.hh"

namespace augustus::element {
namespace {

constexpr std::size_t usual_mtu = 1500;
/// The worker that serves the interface.
constexpr std::uint8_t tap_owner = 0;

/// A locally administered address for an interface that stands for no port.
face::MacAddress address_of(DeviceNumber number) {
  return {{0x02, 0x4e, 0x44, 0x00, 0x00, number}};
}

}  // namespace

bool TapDevice::send_frame(rte_mbuf* frame) {
  face::HostInterface* const interface = open_.load(std::memory_order_acquire);
  const bool hold = (frame->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK) == RTE_MBUF_F_RX_L4_CKSUM_GOOD;
  if (interface == nullptr || !interface->give(frame, hold)) {
    return false;
  }
  rte_pktmbuf_free(frame);
  return true;
}

void TapDevice::open(worker::Router& router) {
  face::MacAddress mac = address_of(number());
  std::size_t mtu = usual_mtu;
  if (!port_.empty()) {
    const auto port = router.find_port(port_);
    if (!port) {
      throw std::runtime_error(fmt::format("the router has no port {}", port_));
    }
    mac = port->hub->device().mac();
    mtu = port->hub->device().mtu();
  }
  interface_ = std::make_shared<face::HostInterface>(name_, mac, mtu, router.packets());
  auto transport = std::make_unique<face::HostTransport>(interface_, name_, mac, mtu, number(), tap_owner,
                                                         router.faces(), router.packets(),
                                                         router.link_buffers(tap_owner));
  const FaceId face = transport->face();
  if (face == face_id_none) {
    throw std::runtime_error(fmt::format("interface {}: there is no room for another Face", name_));
  }
  router.add_transport(tap_owner, std::move(transport), {face});
  set_own_face(face);
  open_.store(interface_.get(), std::memory_order_release);
}

void TapDevice::close(worker::Router& router) {
  open_.store(nullptr, std::memory_order_release);
  router.destroy_face(own_face());
  interface_.reset();
}

}  // namespace augustus::element
