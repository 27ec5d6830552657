// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <span>

#include "base/clock.hh"
#include "forward/outgoing.hh"

namespace augustus::face {

class Transport;

/// Where received packets go: bare Interest or Data (link headers handled), Arrival filled in. The callee
/// takes ownership.
class Ingress {
 public:
  virtual ~Ingress() = default;
  virtual void receive(rte_mbuf* packet) = 0;
  /// Several, in order of arrival.
  virtual void receive_burst(std::span<rte_mbuf* const> packets) {
    for (rte_mbuf* packet : packets) {
      receive(packet);
    }
  }
  /// A whole frame that is nothing for the router, with its device in Arrival::frame_of. False: nobody has a
  /// use for it, and it is the caller's.
  virtual bool receive_frame([[maybe_unused]] rte_mbuf* frame) { return false; }
  /// The transport made a Face for a stranger; packets of it may follow, or none at all.
  virtual void opened([[maybe_unused]] FaceId face, [[maybe_unused]] Transport& transport) {}
};

/// A source and sink of packets that one thread drives: a UDP channel with all its Faces, one stream Face, a
/// DPDK port. All calls are made by the owning thread.
class Transport {
 public:
  virtual ~Transport() = default;

  /// A file descriptor to wait on for input; -1 when there is none now (a DPDK port, a stream that will
  /// reconnect).
  virtual int descriptor() const = 0;
  /// True when receive() must be called all the time because nothing tells of input (a DPDK port). Never
  /// changes.
  virtual bool polled() const { return false; }
  /// True while output is queued because the descriptor did not take it: wait for it to become writable.
  virtual bool wants_write() const = 0;

  /// Receives up to one burst and hands it to `ingress`. Returns the number of packets (0: nothing waiting).
  virtual unsigned receive(Ingress& ingress, TimeNs now) = 0;
  /// The descriptor is writable again.
  virtual void writable(TimeNs now) = 0;
  /// Queues one packet for the Face (takes the reference); flush() sends what was queued in as few calls as
  /// possible. Called at the end of every burst.
  virtual void send(const forward::Outgoing& outgoing, TimeNs now) = 0;
  /// The same for several packets.
  virtual void send_burst(std::span<const forward::Outgoing> outgoing, TimeNs now) {
    for (const forward::Outgoing& one : outgoing) {
      send(one, now);
    }
  }
  virtual void flush(TimeNs now) = 0;
  /// Idle time-outs, reassembly time-outs, reliability. Returns when to call again.
  virtual TimeNs tick(TimeNs now) = 0;
  /// Whether it serves this Face beside the Face's owner.
  virtual bool carries([[maybe_unused]] FaceId face) const { return false; }
  /// Removes one Face of this transport (management's faces/destroy, or its own decision). A transport whose
  /// last Face is gone and that does not listen reports finished().
  virtual void close_face(FaceId face) = 0;
  virtual bool finished() const = 0;
};

}  // namespace augustus::face
