// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>

#include "face/link_service.hh"
#include "face/transport.hh"

namespace augustus::face {

/// Collects what a burst of link packets brings, so that an Ingress gets it in few calls, in order of
/// arrival. Lives within one Transport::receive().
class IngressBatch {
 public:
  explicit IngressBatch(Ingress& ingress) : ingress_(ingress) {}
  IngressBatch(const IngressBatch&) = delete;
  IngressBatch& operator=(const IngressBatch&) = delete;
  ~IngressBatch() { flush(); }

  Ingress& ingress() { return ingress_; }

  /// Takes one link packet as LinkService::receive does.
  [[gnu::always_inline]] void receive(LinkService& link, rte_mbuf* packet, const LinkSender& sender,
                                      TimeNs now) {
    if (!receive_if_plain(link, packet)) [[unlikely]] {
      flush();
      link.receive(packet, sender, ingress_, now);
    }
  }
  /// The same for a plain one alone; false: nothing was done.
  [[gnu::always_inline]] bool receive_if_plain(LinkService& link, rte_mbuf* packet) {
    if (!link.receive_plain(packet)) [[unlikely]] {
      return false;
    }
    take(packet);
    return true;
  }
  /// Takes a network packet whose Arrival is set.
  void take(rte_mbuf* packet) {
    packets_[count_++] = packet;
    if (count_ == packets_max) {
      flush();
    }
  }

 private:
  static constexpr unsigned packets_max = 64;

  void flush() {
    if (count_ != 0) {
      ingress_.receive_burst({packets_.data(), count_});
      count_ = 0;
    }
  }

  Ingress& ingress_;
  unsigned count_ = 0;
  std::array<rte_mbuf*, packets_max> packets_;
};

}  // namespace augustus::face
