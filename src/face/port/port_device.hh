// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_ethdev.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/packet_pool.hh"
#include "face/port/kernel_interface.hh"
#include "face/port/mac_address.hh"
#include "face/port/port_options.hh"
#include "face/port/udp_datagram.hh"

namespace augustus::face {

/// An ethdev, configured with one queue each way and started; stopped and closed at the end. A device that
/// was attached for it is detached.
class PortDevice {
 public:
  /// Throws std::runtime_error with what the device refused. `pool` outlives the device.
  PortDevice(const PortOptions& options, PacketPool& pool);
  ~PortDevice();
  PortDevice(const PortDevice&) = delete;
  PortDevice& operator=(const PortDevice&) = delete;

  std::uint16_t receive(rte_mbuf** frames, std::uint16_t count) {
    return rte_eth_rx_burst(id_, queue, frames, count);
  }
  /// Takes the first frames of those it is given; how many.
  std::uint16_t transmit(rte_mbuf** frames, std::uint16_t count) {
    return rte_eth_tx_burst(id_, queue, frames, count);
  }
  bool link_up() const;

  /// The EAL's number for it.
  std::uint16_t id() const { return id_; }
  const MacAddress& mac() const { return mac_; }
  /// Bytes of the largest IP packet, and of what an Ethernet frame carries.
  std::size_t mtu() const { return mtu_; }
  /// Whether frames to send may be chains.
  bool gathers() const { return gathers_; }
  const std::string& driver() const { return driver_; }
  /// What is known of the checksum of a frame this device received.
  ChecksumTrust trust_of(const rte_mbuf* frame) const {
    const bool good = (frame->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK) == RTE_MBUF_F_RX_L4_CKSUM_GOOD;
    return good ? ChecksumTrust::verified : trust_;
  }

 private:
  static constexpr std::uint16_t queue = 0;

  void find_or_attach(const std::string& device);
  void configure(const PortOptions& options, PacketPool& pool);
  void read_abilities(const PortOptions& options, rte_eth_dev_info& info);
  std::size_t usual_mtu() const;
  void set_up_queues(rte_eth_dev_info& info, PacketPool& pool);
  void set_mac(const PortOptions& options);
  void hear_groups();
  void close();
  void check(int result, const char* what) const;

  std::string name_;
  std::uint16_t id_ = RTE_MAX_ETHPORTS;
  bool attached_ = false;
  bool started_ = false;
  bool gathers_ = false;
  ChecksumTrust trust_ = ChecksumTrust::none;
  bool large_buffers_ = false;
  std::optional<KernelInterface> kernel_;  ///< where the driver only reads one
  std::size_t mtu_ = 0;
  MacAddress mac_;
  std::string driver_;
};

}  // namespace augustus::face
