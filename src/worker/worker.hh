// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/message_ring.hh"
#include "base/quiescence.hh"
#include "face/transport.hh"
#include "forward/forwarder.hh"
#include "worker/classifier.hh"
#include "worker/own_partition.hh"
#include "worker/ssd_share.hh"
#include "worker/thread_link.hh"
#include "worker/transport_set.hh"

namespace augustus::worker {

class CaptureSession;

/// One thread of the data plane: it alone touches its partitions and its transports. Its loop takes bursts
/// from transports and mailbox, parses, hands each packet to the owner of its partition, forwards, sends. One
/// without partitions is a dispatcher: it only receives, hashes, hands on, and sends what its Faces are
/// given.
class Worker : public face::Ingress, public forward::Egress {
 public:
  struct Shared {
    face::FaceTable& faces;
    const forward::SharedTables& tables;
    PartitionMap& partitions;
    std::vector<std::unique_ptr<Mailbox>>& mailboxes;
    Quiescence& quiescence;
    PacketPool& pool;
    std::span<BusyCycles> busy_cycles;            ///< of each partition
    const std::atomic<CaptureSession*>& capture;  ///< where the session stands while somebody captures
  };

  Worker(unsigned number, const Shared& shared);
  ~Worker() override;

  /// Before start: gives the worker a partition.
  void add_partition(const forward::PartitionOptions& options);

  /// Before start: what of its time may go to SSDs while there are other packets, in percent.
  void limit_ssd(unsigned percent) { ssd_share_ = SsdShare(percent); }

  /// `name`: of the thread, at most 15 bytes. cpu < 0: not pinned.
  void start(const std::string& name, int cpu);
  void stop();  ///< asks and joins

  // On the worker's own thread (through its mailbox), or before start.
  TransportSet& transports() { return transports_; }
  std::vector<std::unique_ptr<OwnPartition>>& partitions() { return partitions_; }
  /// Before start: one of the worker's partitions gets an SSD behind its content store.
  void attach_ssd(std::uint32_t partition, std::unique_ptr<store::SsdTier> tier);
  /// Gives a partition with all it holds to another worker, after what waits in the mail for it.
  void hand_over(std::uint32_t partition, Worker& receiver);
  /// Takes the partitions that were handed over.
  void adopt_arrivals();

  // From any thread.
  const Classifier& classifier() const { return classifier_; }
  const ThreadLink& link() const { return link_; }
  std::uint64_t busy_ns() const { return busy_ns_.value(); }
  unsigned partition_count() const { return partition_count_.load(std::memory_order_relaxed); }

 private:
  static constexpr unsigned mail_burst = 64;
  static constexpr unsigned mail_bursts_per_turn = 16;

  void loop();
  unsigned turn();
  void sleep();
  unsigned take_mail();
  unsigned take_transfers();
  void take_transfer(const forward::Transfer& transfer);

  void receive(rte_mbuf* packet) override;
  void receive_burst(std::span<rte_mbuf* const> packets) override;
  bool receive_frame(rte_mbuf* frame) override;
  void opened(FaceId face, face::Transport& transport) override { transports_.bind(face, &transport); }
  void send(const forward::Outgoing& outgoing) override;
  void send_burst(std::span<const forward::Outgoing> outgoing) override;
  void transfer(const forward::Transfer& transfer) override;
  void announce(const forward::Outgoing& outgoing) override;
  void learned(const forward::RouteLesson& lesson) override { link_.teach(lesson); }

  void classify(rte_mbuf* packet);
  void refuse(rte_mbuf* packet);
  void forward_pending();
  void forward_pending(OwnPartition& own);
  void adopt(std::unique_ptr<OwnPartition> own);
  void watch_ssd(OwnPartition& own);
  /// The partition if it is this worker's; nullptr: another one's.
  OwnPartition* find(std::uint32_t partition) {
    OwnPartition* own = by_number_[partition];
    return own != nullptr ? own : find_arrival(partition);
  }
  OwnPartition* find_arrival(std::uint32_t partition);
  void send_waiting();
  void send_runs(std::span<const forward::Outgoing> outgoing);
  void send_to_face(std::span<const forward::Outgoing> outgoing);

  unsigned number_;
  Shared shared_;
  Mailbox& mailbox_;
  TransportSet transports_;
  Classifier classifier_;
  ThreadLink link_;
  std::vector<std::unique_ptr<OwnPartition>> partitions_;
  std::vector<OwnPartition*> by_number_;  ///< nullptr: another worker's
  MessageRing<OwnPartition*> arriving_;   ///< handed over by another worker, which owns them no more
  std::atomic<unsigned> partition_count_{0};
  std::array<forward::Outgoing, burst_packets_max> outgoing_;  ///< what stages sent, for send_waiting()
  unsigned outgoing_count_ = 0;
  std::uint32_t faces_epoch_ = 0;      ///< of the face table, as the transports know it
  CaptureSession* capture_ = nullptr;  ///< of this turn
  TimeNs now_ = 0;
  TimeNs next_timer_ = 0;
  unsigned idle_turns_ = 0;
  unsigned turns_since_look_ = 0;
  bool has_ssd_ = false;
  SsdShare ssd_share_;
  Counter busy_ns_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace augustus::worker
