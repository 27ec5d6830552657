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

/// An ethdev, configured and started; stopped and closed at the end. A device that was attached for it is
/// detached. Each queue is used by one thread; queue 0 is the one that is always there.
class PortDevice {
 public:
  /// Throws std::runtime_error with what the device refused. `pool` outlives the device.
  PortDevice(const PortOptions& options, PacketPool& pool);
  ~PortDevice();
  PortDevice(const PortDevice&) = delete;
  PortDevice& operator=(const PortDevice&) = delete;

  std::uint16_t receive(rte_mbuf** frames, std::uint16_t count, std::uint16_t queue = 0) {
    return rte_eth_rx_burst(id_, queue, frames, count);
  }
  /// Takes the first frames of those it is given; how many.
  std::uint16_t transmit(rte_mbuf** frames, std::uint16_t count, std::uint16_t queue = 0) {
    return rte_eth_tx_burst(id_, queue, frames, count);
  }
  bool link_up() const;

  std::uint16_t receive_queues() const { return receive_queues_; }
  std::uint16_t transmit_queues() const { return transmit_queues_; }
  /// What the NIC spreads packets over receive queues by, in words; empty: the driver has no choice.
  const std::string& spreads_by() const { return spreads_by_; }

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
  void find_or_attach(const PortOptions& options);
  void choose_queues(const PortOptions& options, const rte_eth_dev_info& info, rte_eth_conf& conf);
  void choose_rss(const PortOptions& options, const rte_eth_dev_info& info, rte_eth_conf& conf);
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
  std::uint16_t receive_queues_ = 1;
  std::uint16_t transmit_queues_ = 1;
  std::string spreads_by_;
  ChecksumTrust trust_ = ChecksumTrust::none;
  bool large_buffers_ = false;
  std::optional<KernelInterface> kernel_;  ///< where the driver only reads one
  std::size_t mtu_ = 0;
  MacAddress mac_;
  std::string driver_;
};

}  // namespace augustus::face
