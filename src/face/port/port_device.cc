// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_device.hh"

#include <rte_dev.h>
#include <rte_errno.h>
#include <rte_ethdev.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "face/port/ethernet_header.hh"

namespace augustus::face {
namespace {

/// Ethernet header, a priority tag and a frame check sequence that a device may leave in the buffer.
constexpr std::size_t frame_overhead = ethernet_header_bytes + 4 + 4;
constexpr std::uint16_t descriptors = 512;
constexpr std::size_t mtu_min = 576;

constexpr std::size_t small_frame = small_packet_room - RTE_PKTMBUF_HEADROOM;
constexpr std::size_t large_frame = large_packet_room - RTE_PKTMBUF_HEADROOM;

/// net_af_packet gets IPv4 datagrams that the kernel put together again (it asks for that to spread packets
/// over sockets), so that its usual 2 KB for a frame do not do. Frames must fit a large buffer, blocks be
/// whole pages.
/// Its queues are sockets, of which none may be left unread.
std::string with_usual_arguments(const PortOptions& options) {
  const std::string& device = options.device;
  const bool af_packet = device.starts_with("net_af_packet") || device.starts_with("eth_af_packet");
  std::string arguments = device;
  if (af_packet && device.find("framesz=") == std::string::npos) {
    arguments += ",blocksz=36864,framesz=9216,framecnt=1024";
  }
  if (af_packet && spreads(options.dispatch) && device.find("qpairs=") == std::string::npos) {
    arguments += ",qpairs=" + std::to_string(options.threads);
  }
  return arguments;
}

/// What a NIC would hash to spread packets as the senders mean it: the port or the address that they choose,
/// which is the source with a compact header, the destination over UDP.
std::uint64_t wanted_rss(const PortOptions& options) {
  constexpr std::uint64_t udp = RTE_ETH_RSS_NONFRAG_IPV4_UDP | RTE_ETH_RSS_NONFRAG_IPV6_UDP;
  if (options.dispatch == PortDispatch::rss_udp) {
    return udp | RTE_ETH_RSS_L4_DST_ONLY;
  }
  const bool compact = options.header != wire::PacketFormat::ndn;
  return udp | RTE_ETH_RSS_IPV4 | RTE_ETH_RSS_NONFRAG_IPV4_OTHER | RTE_ETH_RSS_IPV6 |
         (compact ? RTE_ETH_RSS_L3_SRC_ONLY : RTE_ETH_RSS_L3_DST_ONLY);
}

}  // namespace

PortDevice::PortDevice(const PortOptions& options, PacketPool& pool) : name_(options.name) {
  find_or_attach(options);
  try {
    configure(options, pool);
    set_mac(options);
    check(rte_eth_dev_start(id_), "start");
    started_ = true;
    hear_groups();
  } catch (...) {
    close();
    throw;
  }
}

PortDevice::~PortDevice() {
  close();
}

void PortDevice::check(int result, const char* what) const {
  if (result < 0) {
    throw std::runtime_error("DPDK port " + name_ + ": " + what + ": " + rte_strerror(-result));
  }
}

void PortDevice::find_or_attach(const PortOptions& options) {
  const std::string ethdev = options.device.substr(0, options.device.find(','));
  if (rte_eth_dev_get_port_by_name(ethdev.c_str(), &id_) == 0) {
    return;
  }
  const std::string arguments = with_usual_arguments(options);
  check(rte_dev_probe(arguments.c_str()), ("attach " + arguments).c_str());
  attached_ = true;
  check(rte_eth_dev_get_port_by_name(ethdev.c_str(), &id_), ("find " + ethdev).c_str());
}

void PortDevice::read_abilities(const PortOptions& options, rte_eth_dev_info& info) {
  check(rte_eth_dev_info_get(id_, &info), "read its abilities");
  driver_ = info.driver_name != nullptr ? info.driver_name : "";
  const bool reads_kernel_interface = driver_ == "net_af_packet" || driver_ == "net_af_xdp";
  if (reads_kernel_interface) {
    kernel_.emplace(info.if_index);
  }
  trust_ = options.unfinished_checksums.value_or(reads_kernel_interface) ? ChecksumTrust::unfinished
                                                                         : ChecksumTrust::none;
}

std::size_t PortDevice::usual_mtu() const {
  if (const auto known = kernel_ ? kernel_->mtu() : std::nullopt) {
    return *known;
  }
  std::uint16_t mtu = RTE_ETHER_MTU;
  check(rte_eth_dev_get_mtu(id_, &mtu), "read its MTU");
  return mtu;
}

void PortDevice::choose_queues(const PortOptions& options, const rte_eth_dev_info& info, rte_eth_conf& conf) {
  const auto wanted = static_cast<std::uint16_t>(std::max(options.threads, 1u));
  if (spreads(options.dispatch)) {
    receive_queues_ = transmit_queues_ = std::min({wanted, info.max_rx_queues, info.max_tx_queues});
    choose_rss(options, info, conf);
  } else if (driver_ != "net_af_packet" && driver_ != "net_memif") {
    // These two have as many queues one way as the other, and what comes to one must be read.
    transmit_queues_ = std::min(wanted, info.max_tx_queues);
  }
}

void PortDevice::choose_rss(const PortOptions& options, const rte_eth_dev_info& info, rte_eth_conf& conf) {
  const std::uint64_t possible = wanted_rss(options) & info.flow_type_rss_offloads;
  if (receive_queues_ == 1 || possible == 0) {
    return;
  }
  conf.rxmode.mq_mode = RTE_ETH_MQ_RX_RSS;
  conf.rx_adv_conf.rss_conf.rss_hf = possible;
  const std::uint64_t narrow = RTE_ETH_RSS_L4_DST_ONLY | RTE_ETH_RSS_L3_SRC_ONLY | RTE_ETH_RSS_L3_DST_ONLY;
  const char* what = options.dispatch == PortDispatch::rss_udp ? "UDP destination port" : "IP address";
  spreads_by_ = (possible & narrow) != 0 ? what : std::string(what) + " and other fields";
}

void PortDevice::configure(const PortOptions& options, PacketPool& pool) {
  rte_eth_dev_info info{};
  read_abilities(options, info);
  const std::size_t mtu = options.mtu ? *options.mtu : usual_mtu();
  if (mtu < mtu_min) {
    throw std::runtime_error("DPDK port " + name_ + ": an MTU of " + std::to_string(mtu) + " is below " +
                             std::to_string(mtu_min));
  }
  mtu_ = std::min<std::size_t>(mtu, large_frame - frame_overhead);
  // The kernel puts IPv4 fragments together before net_af_packet sees them.
  large_buffers_ = mtu_ + frame_overhead > small_frame || driver_ == "net_af_packet";

  rte_eth_conf conf{};
  conf.rxmode.mtu = static_cast<std::uint32_t>(std::clamp<std::size_t>(mtu_, info.min_mtu, info.max_mtu));
  conf.rxmode.offloads =
      info.rx_offload_capa & (RTE_ETH_RX_OFFLOAD_IPV4_CKSUM | RTE_ETH_RX_OFFLOAD_UDP_CKSUM);
  conf.txmode.offloads = info.tx_offload_capa & RTE_ETH_TX_OFFLOAD_MULTI_SEGS;
  gathers_ = conf.txmode.offloads != 0;
  choose_queues(options, info, conf);
  check(rte_eth_dev_configure(id_, receive_queues_, transmit_queues_, &conf), "configure");
  if (options.mtu) {
    check(rte_eth_dev_set_mtu(id_, static_cast<std::uint16_t>(mtu_)), "set its MTU");
  }
  set_up_queues(info, pool);
}

void PortDevice::set_up_queues(rte_eth_dev_info& info, PacketPool& pool) {
  rte_mempool* buffers = large_buffers_ ? pool.large() : pool.small();
  std::uint16_t receive =
      std::min<std::uint16_t>(descriptors, static_cast<std::uint16_t>(buffers->size / 4 / receive_queues_));
  std::uint16_t transmit = descriptors;
  check(rte_eth_dev_adjust_nb_rx_tx_desc(id_, &receive, &transmit), "choose its queues' sizes");
  const int socket = rte_eth_dev_socket_id(id_);
  const auto node = socket < 0 ? static_cast<unsigned>(SOCKET_ID_ANY) : static_cast<unsigned>(socket);
  rte_eth_rxconf receiving = info.default_rxconf;
  rte_eth_txconf transmitting = info.default_txconf;
  transmitting.offloads = gathers_ ? RTE_ETH_TX_OFFLOAD_MULTI_SEGS : 0;
  for (std::uint16_t queue = 0; queue < receive_queues_; ++queue) {
    check(rte_eth_rx_queue_setup(id_, queue, receive, node, &receiving, buffers), "set up a receive queue");
  }
  for (std::uint16_t queue = 0; queue < transmit_queues_; ++queue) {
    check(rte_eth_tx_queue_setup(id_, queue, transmit, node, &transmitting), "set up a transmit queue");
  }
}

void PortDevice::set_mac(const PortOptions& options) {
  rte_ether_addr address{};
  if (!options.mac) {
    check(rte_eth_macaddr_get(id_, &address), "read its MAC address");
    std::memcpy(mac_.bytes.data(), address.addr_bytes, mac_.bytes.size());
    // What net_tap tells, and would set, is the address of the kernel's end.
    mac_.bytes[5] ^= driver_ == "net_tap" ? 1 : 0;
    return;
  }
  mac_ = *options.mac;
  std::memcpy(address.addr_bytes, mac_.bytes.data(), mac_.bytes.size());
  const int result = driver_ == "net_tap" ? -ENOTSUP : rte_eth_dev_default_mac_addr_set(id_, &address);
  if (result == -ENOTSUP) {
    // Frames are told apart by software then.
    rte_eth_promiscuous_enable(id_);
    return;
  }
  check(result, "set its MAC address");
}

/// The NDN group, and the solicited-node groups of IPv6.
void PortDevice::hear_groups() {
  if (rte_eth_allmulticast_enable(id_) != 0) {
    rte_eth_promiscuous_enable(id_);
  }
}

bool PortDevice::link_up() const {
  if (kernel_ && kernel_->exists()) {
    return kernel_->running();
  }
  rte_eth_link link{};
  return rte_eth_link_get_nowait(id_, &link) == 0 && link.link_status == RTE_ETH_LINK_UP;
}

void PortDevice::close() {
  if (id_ == RTE_MAX_ETHPORTS) {
    return;
  }
  if (started_) {
    rte_eth_dev_stop(id_);
  }
  rte_eth_dev_info info{};
  if (attached_ && rte_eth_dev_info_get(id_, &info) == 0 && info.device != nullptr) {
    rte_dev_remove(info.device);
  } else {
    rte_eth_dev_close(id_);
  }
}

}  // namespace augustus::face
