// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "face/face_table.hh"
#include "face/link_buffers.hh"
#include "face/link_service.hh"
#include "face/port/host_interface.hh"
#include "face/port/mac_address.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"

namespace augustus::face {

/// A network interface of the kernel (a tap) as a transport: one Face, NDN over Ethernet (0x8624) with
/// whoever is on the kernel's side. Other frames that the kernel sends are offered as whole frames.
class HostTransport final : public Transport {
 public:
  /// `name`, `mac`, `mtu`: the interface's. `device`: of its Face and frames. What others give the interface
  /// meanwhile does not disturb it. `buffers`: of the thread that drives it, outlive it.
  HostTransport(std::shared_ptr<HostInterface> interface, const std::string& name, const MacAddress& mac,
                std::size_t mtu, DeviceNumber device, std::uint8_t owner, FaceTable& faces, PacketPool& pool,
                LinkBuffers& buffers);
  ~HostTransport() override;

  FaceId face() const { return face_; }  ///< face_id_none: the face table was full

  int descriptor() const override { return interface_->descriptor(); }
  bool wants_write() const override { return false; }
  unsigned receive(Ingress& ingress, TimeNs now) override;
  void writable(TimeNs) override {}
  void send(const forward::Outgoing& outgoing, TimeNs now) override;
  void flush(TimeNs now) override;
  TimeNs tick(TimeNs now) override;
  void close_face(FaceId face) override;
  bool finished() const override { return closed_; }

 private:
  static constexpr std::uint32_t queue_packets = 512;
  static constexpr unsigned burst = 64;

  std::shared_ptr<HostInterface> interface_;
  MacAddress mac_;
  DeviceNumber device_;
  SendQueue queue_;
  LinkContext context_;
  FaceId face_ = face_id_none;
  std::unique_ptr<LinkService> link_;
  std::uint32_t epoch_;
  bool closed_ = false;
};

}  // namespace augustus::face
