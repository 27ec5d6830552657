// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/counter.hh"
#include "face/face_table.hh"
#include "face/link_buffers.hh"
#include "face/link_service.hh"
#include "face/port/frame_builder.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"
#include "traffic/store/store_load.hh"

namespace augustus::traffic {

/// A port whose wire is memory, for packets of any size: two Faces, to the consumer and to the producer of a
/// StoreLoad. What leaves is frames as a port with chained buffers sends them, so that a Data that stands in
/// the content store's frames stays there; they are looked at and freed before the next packets come.
class StorePort final : public face::Transport {
 public:
  /// `burst`: packets of one call of receive(), at most 64. `name`: of this port alone. All given outlive the
  /// port.
  StorePort(StoreLoad& load, const std::string& name, unsigned burst, std::uint8_t owner,
            face::FaceTable& faces, PacketPool& pool);
  ~StorePort() override;

  FaceId consumer() const { return consumer_.face(); }
  FaceId producer() const { return producer_.face(); }

  /// Time-stamp counter ticks spent making packets, and checking them. Any thread.
  std::uint64_t feed_ticks() const { return feed_ticks_.value(); }
  std::uint64_t check_ticks() const { return check_ticks_.value(); }

  /// Gives the load what was sent, as the next receive() would. The worker's thread.
  void check_sent();

  int descriptor() const override { return -1; }
  bool polled() const override { return true; }
  bool wants_write() const override { return false; }
  unsigned receive(face::Ingress& ingress, TimeNs now) override;
  void writable(TimeNs) override {}
  void send(const forward::Outgoing& outgoing, TimeNs now) override { send_burst({&outgoing, 1}, now); }
  void send_burst(std::span<const forward::Outgoing> outgoing, TimeNs now) override;
  void flush(TimeNs now) override;
  TimeNs tick(TimeNs) override { return time_never; }
  void close_face(FaceId) override {}
  bool finished() const override { return false; }

 private:
  static constexpr std::uint32_t queue_packets = 1024;
  static constexpr unsigned burst_max = 64;
  struct Sent {
    rte_mbuf* frame;
    TimeNs when;
    bool to_producer;
  };

  void check(const Sent& sent);
  void deliver(std::span<rte_mbuf*> packets, face::LinkService& link, face::Ingress& ingress, TimeNs now);

  StoreLoad& load_;
  unsigned burst_;
  face::FaceTable& faces_;
  face::SendQueue queue_;
  face::LinkBuffers buffers_;
  face::LinkContext context_;
  face::FrameBuilder builder_;
  face::FrameHeader header_;
  face::LinkService consumer_;
  face::LinkService producer_;
  std::vector<Sent> sent_;
  Counter feed_ticks_;
  Counter check_ticks_;
};

}  // namespace augustus::traffic
