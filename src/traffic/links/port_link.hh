// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "face/port/port_transport.hh"
#include "traffic/links/link.hh"
#include "traffic/links/port_context.hh"

namespace augustus::traffic {

/// A DPDK port that speaks NDN over Ethernet or UDP, by the router's own transport: it finds its neighbours,
/// answers ARP and ping, and splits what is longer than the MTU.
class PortLink final : public Link, private face::Ingress {
 public:
  /// Packets without a peer go to `remote`; without one they are refused. Throws std::runtime_error with what
  /// the device refused, std::invalid_argument when the port does not reach `remote`. `context` outlives it.
  PortLink(const face::PortOptions& options, const std::optional<face::FaceUri>& remote,
           PortContext& context);

  bool ready() const override {
    return port_.backlog() + burst * fragments_max <= face::PortTransport::queue_packets;
  }
  bool send(const Packet& packet) override;
  void flush(TimeNs now) override;
  unsigned receive(Receiver& receiver, TimeNs now) override;
  bool up() override;
  std::size_t overhead(std::size_t packet_bytes, std::size_t token_bytes) const override;

  /// Whether the remote's link address has been found, which receive() and flush() work on; without a remote
  /// there is nothing to find.
  bool reaches_remote() { return remote_ == face_id_none || port_.reaches(remote_); }
  const face::MacAddress& mac() const { return port_.mac(); }

 private:
  /// Of a burst's packets on the average; a longer run of long packets is held by the burst.
  static constexpr unsigned fragments_max = 7;

  void receive(rte_mbuf* packet) override;

  PortContext& context_;
  face::PortTransport port_;
  FaceId remote_ = face_id_none;
  std::size_t headers_ = 0;  ///< of IP and UDP towards the remote
  Receiver* receiver_ = nullptr;
  TimeNs next_tick_ = 0;
  TimeNs now_ = monotonic_now();  ///< as of the last receive() or flush()
};

}  // namespace augustus::traffic
