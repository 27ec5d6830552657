// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "face/stream_listener.hh"
#include "face/transport.hh"

namespace augustus::worker {

/// Lets a listener wait in a TransportSet: it receives connections, not packets, and has no Face.
class AcceptingTransport : public face::Transport {
 public:
  using Accepted = std::function<void(face::AcceptedStream)>;
  AcceptingTransport(face::StreamListener listener, Accepted accepted)
      : listener_(std::move(listener)), accepted_(std::move(accepted)) {}

  int descriptor() const override { return listener_.descriptor(); }
  bool wants_write() const override { return false; }
  unsigned receive(face::Ingress& ingress, TimeNs now) override;
  void writable(TimeNs) override {}
  void send(const forward::Outgoing& outgoing, TimeNs) override { rte_pktmbuf_free(outgoing.packet); }
  void flush(TimeNs) override {}
  TimeNs tick(TimeNs) override { return time_never; }
  void close_face(FaceId) override {}
  bool finished() const override { return false; }

 private:
  face::StreamListener listener_;
  Accepted accepted_;
};

}  // namespace augustus::worker
