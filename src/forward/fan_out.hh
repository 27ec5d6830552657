// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include "forward/egress.hh"
#include "forward/outgoing.hh"

namespace augustus::forward {

/// Sends one packet to any number of Faces, sharing the buffer. Owns the reference it is given: the last
/// Outgoing takes it along, and when there is none it is freed. The packet stays readable until then.
class FanOut {
 public:
  FanOut(Egress& egress, rte_mbuf* packet) : egress_(egress), packet_(packet) {}
  FanOut(const FanOut&) = delete;
  FanOut& operator=(const FanOut&) = delete;
  ~FanOut() {
    if (waiting_) {
      egress_.send(last_);
    } else {
      rte_pktmbuf_free(packet_);
    }
  }

  /// One more; the caller writes all of it but `packet` (forward/rules/outgoing_of.hh).
  [[gnu::always_inline]] Outgoing& next() {
    if (waiting_) {
      rte_pktmbuf_refcnt_update(packet_, 1);
      egress_.send(last_);
    }
    last_.packet = packet_;
    waiting_ = true;
    return last_;
  }

 private:
  Egress& egress_;
  rte_mbuf* packet_;
  Outgoing last_;
  bool waiting_ = false;
};

}  // namespace augustus::forward
