// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "forward/forwarder.hh"
#include "worker/classifier.hh"
#include "worker/lesson.hh"
#include "worker/thread_link.hh"
#include "worker/transport_set.hh"

namespace augustus::worker {

/// The management thread's place in the data plane: it owns no partition, but Faces (the management Face and
/// WebSocket clients), whose packets it parses and hands to the owners of their partitions.
class ManagementLink : public face::Ingress {
 public:
  ManagementLink(unsigned number, face::FaceTable& faces, const forward::SharedTables& tables,
                 const PartitionMap& partitions, std::vector<std::unique_ptr<Mailbox>>& mailboxes,
                 PacketPool& pool);

  using Handler = std::function<void(std::span<const std::uint8_t> packet, FaceId incoming)>;
  /// Hears of every packet sent to the management Face.
  void on_packet(Handler handler) { handler_ = std::move(handler); }

  /// Hears of every lesson of the self-learning strategy.
  void on_lesson(std::function<void(const Lesson&)> handler) { lesson_handler_ = std::move(handler); }

  /// Asked for the PrefixAnnouncement to attach to a Data: the announcement's Data TLV, empty for none.
  using Announcer = std::function<std::vector<std::uint8_t>(std::span<const std::uint8_t> data)>;
  void on_announcement_wanted(Announcer announcer) { announcer_ = std::move(announcer); }

  /// Hands a bare packet to forwarding as if the management Face had received it; false: no buffer or malformed.
  bool inject(std::span<const std::uint8_t> packet);

  /// A packet received by a transport of this thread.
  void receive(rte_mbuf* packet) override;
  void opened(FaceId face, face::Transport& transport) override { transports_.bind(face, &transport); }

  TransportSet& transports() { return transports_; }
  Mailbox& mailbox() { return mailbox_; }
  const ThreadLink& link() const { return link_; }
  const Classifier& classifier() const { return classifier_; }

  /// Delivers what waits in the mailbox, drives this thread's transports. Returns when to be called again at the
  /// latest; earlier when the mailbox's descriptor becomes readable.
  TimeNs poll(TimeNs now);

 private:
  void deliver(const forward::Outgoing& outgoing, TimeNs now);
  void deliver(const forward::RouteLesson& lesson);
  void deliver_announced(forward::Outgoing outgoing, TimeNs now);
  rte_mbuf* with_announcement(rte_mbuf* data, std::span<const std::uint8_t> announcement);
  unsigned deliver_some(TimeNs now);

  face::FaceTable& faces_;
  Mailbox& mailbox_;
  TransportSet transports_;
  Classifier classifier_;
  ThreadLink link_;
  PacketPool& pool_;
  std::uint32_t faces_epoch_ = 0;  ///< as the transports know it
  Handler handler_;
  std::function<void(const Lesson&)> lesson_handler_;
  Announcer announcer_;
};

}  // namespace augustus::worker
