// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "face/face_index.hh"
#include "face/face_table.hh"
#include "face/ingress_batch.hh"
#include "face/link_buffers.hh"
#include "face/port/compact_frames.hh"
#include "face/port/compact_link.hh"
#include "face/port/frame_decoder.hh"
#include "face/port/port_addresses.hh"
#include "face/port/port_counters.hh"
#include "face/port/port_face.hh"
#include "face/port/port_hub.hh"
#include "face/port/transmit_queue.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"

namespace augustus::face {

/// One more thread at a DPDK port, with queues of its own. It receives and sends what is plain: whole link
/// packets of Faces that it knows, to neighbours whose address it knows. Everything else (strangers,
/// fragments, reliability, ARP, what is malformed) goes to the port's PortTransport, which also tells it of
/// Faces and neighbours. Counts in a lane of its own.
class PortBranch final : public Transport {
 public:
  /// `number`: from 1, the queue. `thread`: that drives it, whose are `buffers`; nullptr: some of its own. The
  /// references and `buffers` outlive the branch.
  PortBranch(std::shared_ptr<PortHub> hub, const PortOptions& options, unsigned number, unsigned thread,
             FaceTable& faces, PacketPool& pool, LinkBuffers* buffers = nullptr);
  ~PortBranch() override;

  const PortCounters& counters() const { return counters_; }

  int descriptor() const override { return -1; }
  bool polled() const override { return true; }
  bool wants_write() const override { return false; }
  bool carries(FaceId face) const override { return find(face) != nullptr; }
  unsigned receive(Ingress& ingress, TimeNs now) override;
  void writable(TimeNs) override {}
  void send(const forward::Outgoing& outgoing, TimeNs now) override;
  void flush(TimeNs now) override;
  TimeNs tick(TimeNs now) override;
  void close_face(FaceId) override {}
  bool finished() const override { return false; }

 private:
  static constexpr std::uint32_t queue_packets = 512;
  static constexpr unsigned burst = 64;

  PortFace* find(FaceId id) const;
  void take_news(Ingress& ingress, TimeNs now);
  void add(const PortNews& news, Ingress& ingress);
  void close(FaceId id);
  LinkContext& context_of(const PortFaceKey& key);

  void receive_frame(rte_mbuf* frame, IngressBatch& batch, TimeNs now);
  PortFace* face_of(const FrameView& view) const;
  bool deliver(rte_mbuf* frame, const FrameView& view, IngressBatch& batch, TimeNs now);
  bool can_send(const PortFace& face, const forward::Outgoing& outgoing, TimeNs now) const;
  void send_compact(PortFace& face, const forward::Outgoing& outgoing);
  void send_one(LinkPacket& link);
  void pass_on(PortMail::Kind kind, const forward::Outgoing& outgoing);

  PortOptions options_;
  unsigned number_;
  FaceTable& faces_table_;
  PacketPool& pool_;
  PortCounters counters_;
  std::shared_ptr<PortHub> hub_;
  PortDevice& device_;
  bool receives_;
  PortAddresses addresses_;
  TransmitQueue output_;
  SendQueue queue_;
  LinkBuffersOfTransport buffers_;
  LinkContext ethernet_;
  LinkContext udp_v4_;
  LinkContext udp_v6_;
  FaceIndex<PortFace, &PortFace::key> index_;
  std::vector<std::unique_ptr<PortFace>> by_slot_;  ///< by FaceId modulo the table's slots
  std::optional<CompactLink> compact_;              ///< translates
  std::optional<CompactFrames> compact_frames_;     ///< where packets keep their names
  std::uint32_t epoch_;
};

}  // namespace augustus::face
