// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <optional>

#include "face/face_table.hh"
#include "face/ingress_batch.hh"
#include "face/link_buffers.hh"
#include "face/link_service.hh"
#include "face/port/compact_frames.hh"
#include "face/port/frame_builder.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"
#include "traffic/exchange_load.hh"

namespace augustus::traffic {

/// A port whose wire is memory: two Faces, to the consumer and to the producer of a load. Packets come in
/// bursts from buffers the load has filled, and leave as frames with all their headers, whose buffers are
/// freed together, as a NIC's driver does. The time that load and checks take is kept apart.
class MemoryPort final : public face::Transport {
 public:
  /// `burst`: packets of one call of receive(), at most 64. All given outlive the port.
  MemoryPort(ExchangeLoad& load, wire::PacketFormat format, unsigned burst, std::uint8_t owner,
             face::FaceTable& faces, PacketPool& pool);
  ~MemoryPort() override;

  FaceId consumer() const { return consumer_.face(); }
  FaceId producer() const { return producer_.face(); }

  /// Time-stamp counter ticks spent making packets, and checking them. Any thread.
  std::uint64_t feed_ticks() const { return feed_ticks_.value(); }
  std::uint64_t check_ticks() const { return check_ticks_.value(); }

  /// Begins to count cache lines, in a build that can (line_counter.hh). Any thread.
  void count_lines() { count_lines_.store(true, std::memory_order_relaxed); }
  /// The exchanges that were complete when that began.
  std::uint64_t lines_from() const { return lines_from_.value(); }

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
  static constexpr std::uint32_t queue_packets = 512;
  static constexpr unsigned frames_kept = 4096;

  void refill();
  void accept(rte_mbuf* frame, face::LinkService& link, face::IngressBatch& batch, TimeNs now);
  void send_compact(const forward::Outgoing& outgoing, face::LinkService& link);
  void sent(rte_mbuf* frame, FaceId face) {
    to_producer_[sent_count_] = face == producer();
    sent_[sent_count_++] = frame;
    if (sent_count_ == frames_kept) [[unlikely]] {
      check_sent();
    }
  }
  void check_sent();
  unsigned receive_from(ExchangeLoad::Chunk& chunk, face::LinkService& link, face::Ingress& ingress,
                        TimeNs now);

  ExchangeLoad& load_;
  unsigned burst_;
  face::FaceTable& faces_;
  face::SendQueue queue_;
  face::LinkBuffers buffers_;
  face::LinkContext context_;
  face::FrameBuilder builder_;
  face::FrameHeader header_;
  std::size_t frame_bytes_;                     ///< of the headers in front of a link packet
  std::optional<face::CompactFrames> compact_;  ///< instead of link service, queue and builder
  face::PortCounters compact_drops_;
  face::LinkService consumer_;
  face::LinkService producer_;
  ExchangeLoad::Chunk interests_;
  ExchangeLoad::Chunk data_;
  bool data_next_ = false;
  unsigned sent_count_ = 0;
  std::array<rte_mbuf*, frames_kept> sent_;  ///< frames, not yet freed
  std::array<bool, frames_kept> to_producer_;
  std::atomic<bool> count_lines_{false};
  Counter lines_from_;
  Counter feed_ticks_;
  Counter check_ticks_;
};

}  // namespace augustus::traffic
