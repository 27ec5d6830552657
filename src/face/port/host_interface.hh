// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>
#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>

#include "base/packet_pool.hh"
#include "face/file_descriptor.hh"
#include "face/port/mac_address.hh"

namespace augustus::face {

/// A network interface of the kernel (a tap) that stands for a port's device: the kernel gets through it what
/// the router has no use for, and sends by it. So host and router share a NIC. Needs CAP_NET_ADMIN to be
/// made; it goes with the object. One thread takes, any may give.
class HostInterface {
 public:
  /// Makes the interface in the network namespace of the calling thread and brings it up. Throws
  /// std::runtime_error.
  HostInterface(const std::string& name, const MacAddress& mac, std::size_t mtu, PacketPool& pool);

  /// Gives the kernel a frame, which stays the caller's; false when the kernel does not take it.
  /// `checksums_hold`: it need not verify those of TCP and UDP.
  bool give(const rte_mbuf* frame, bool checksums_hold);
  /// The same for a frame in at most 8 pieces, without checksums of TCP and UDP.
  bool give(std::span<const iovec> frame);
  /// The next frame that the kernel sends; nullptr when there is none, or no buffer.
  rte_mbuf* take();

  /// Readable when the kernel has sent a frame.
  int descriptor() const { return tap_.get(); }

 private:
  std::size_t frame_bytes_max_;
  PacketPool& pool_;
  FileDescriptor tap_;
};

}  // namespace augustus::face
