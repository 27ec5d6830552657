// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>

#include "face/port/port_device.hh"
#include "face/port/transmit_queue.hh"
#include "traffic/links/link.hh"
#include "traffic/links/port_context.hh"

namespace augustus::traffic {

/// A DPDK port whose frames have a compact header behind Ethernet and IPv4 (docs/compact.md). The IPv4 source
/// address follows from the name, so that a receiver's RSS over addresses spreads by name.
class CompactPortLink final : public Link {
 public:
  /// `options.header` says which layout; frames go to `options.peer`. Throws std::runtime_error with what the
  /// device refused. `context` outlives it.
  CompactPortLink(const face::PortOptions& options, PortContext& context);

  bool ready() const override { return output_.room() >= burst; }
  bool send(const Packet& packet) override;
  void flush(TimeNs now) override;
  unsigned receive(Receiver& receiver, TimeNs now) override;
  bool up() override { return device_.link_up(); }
  wire::PacketFormat format() const override { return options_.header; }
  std::size_t overhead(std::size_t, std::size_t) const override;

 private:
  face::PortOptions options_;
  PortContext& context_;
  face::PortCounters port_counters_;
  face::PortDevice device_;
  face::TransmitQueue output_;
};

}  // namespace augustus::traffic
