// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "forward/outgoing.hh"
#include "forward/transfer.hh"

namespace augustus::forward {

/// What the self-learning strategy found out about a route. Owns one reference to `packet`.
struct RouteLesson {
  enum class Kind : std::uint8_t {
    announced,  ///< Data whose Arrival holds a PrefixAnnouncement, in answer to a discovery Interest
    no_route,   ///< an Interest that the upstream Nacked with NoRoute
  };

  rte_mbuf* packet = nullptr;
  FaceId face = face_id_none;  ///< the upstream
  Kind kind = Kind::announced;
};

/// Where a burst's results go. The forwarder calls these within process(); the callee takes ownership of the
/// packet reference inside.
class Egress {
 public:
  virtual ~Egress() = default;
  virtual void send(const Outgoing& outgoing) = 0;
  /// The same for several, in order.
  virtual void send_burst(std::span<const Outgoing> outgoing) {
    for (const Outgoing& one : outgoing) {
      send(one);
    }
  }
  /// To another partition; the worker finds whose it is.
  virtual void transfer(const Transfer& transfer) = 0;
  /// Data to a Face that asked as a discovery: management attaches the announcement of a prefix that has
  /// routes here, then sends it. Where nobody keeps announcements it goes as it is.
  virtual void announce(const Outgoing& outgoing) { send(outgoing); }
  /// For management, which checks and applies it. Where nobody learns routes it is let go.
  virtual void learned(const RouteLesson& lesson) { rte_pktmbuf_free(lesson.packet); }
};

}  // namespace augustus::forward
