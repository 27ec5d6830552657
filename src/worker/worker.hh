// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "base/quiescence.hh"
#include "face/transport.hh"
#include "forward/forwarder.hh"
#include "worker/classifier.hh"
#include "worker/thread_link.hh"
#include "worker/transport_set.hh"

namespace augustus::worker {

/// Packets taken from a transport before they are forwarded together.
inline constexpr unsigned burst_packets_max = 64;

/// One thread of the data plane: it alone touches its partitions and its transports. Its loop takes bursts
/// from transports and mailbox, parses, hands each packet to the owner of its partition, forwards, sends.
class Worker : public face::Ingress, public forward::Egress {
 public:
  struct Shared {
    face::FaceTable& faces;
    const forward::SharedTables& tables;
    const PartitionMap& partitions;
    std::vector<std::unique_ptr<Mailbox>>& mailboxes;
    Quiescence& quiescence;
    PacketPool& pool;
  };

  Worker(unsigned number, const Shared& shared);
  ~Worker() override;

  /// Before start: gives the worker a partition.
  void add_partition(const forward::PartitionOptions& options);

  void start(int cpu);  ///< cpu < 0: not pinned
  void stop();          ///< asks and joins

  // On the worker's own thread (through its mailbox), or before start.
  TransportSet& transports() { return transports_; }
  std::vector<std::pair<std::uint32_t, std::unique_ptr<forward::Forwarder>>>& partitions() {
    return forwarders_;
  }

  // From any thread.
  const Classifier& classifier() const { return classifier_; }
  const ThreadLink& link() const { return link_; }
  std::uint64_t busy_ns() const { return busy_ns_.value(); }

 private:
  /// Packets waiting for one of this worker's partitions.
  struct Pending {
    unsigned count = 0;
    std::array<rte_mbuf*, burst_packets_max> packets;
    std::array<wire::PacketView, burst_packets_max> views;
  };

  void loop();
  unsigned turn();
  void sleep();
  unsigned take_mail();

  void receive(rte_mbuf* packet) override;
  void opened(FaceId face, face::Transport& transport) override { transports_.bind(face, &transport); }
  void send(const forward::Outgoing& outgoing) override;
  void transfer(const forward::Transfer& transfer) override;
  void announce(const forward::Outgoing& outgoing) override;
  void learned(const forward::RouteLesson& lesson) override { link_.teach(lesson); }

  void classify(rte_mbuf* packet);
  void forward_pending();
  void forward_pending(std::size_t local);
  void send_here(const forward::Outgoing& outgoing);

  unsigned number_;
  Shared shared_;
  Mailbox& mailbox_;
  TransportSet transports_;
  Classifier classifier_;
  ThreadLink link_;
  std::vector<std::pair<std::uint32_t, std::unique_ptr<forward::Forwarder>>> forwarders_;
  std::vector<std::unique_ptr<Pending>> pending_;
  std::vector<std::int32_t> local_of_partition_;  ///< index into forwarders_, -1: another worker's
  std::uint32_t faces_epoch_ = 0;  ///< of the face table, as the transports know it
  TimeNs now_ = 0;
  TimeNs next_timer_ = 0;
  unsigned idle_turns_ = 0;
  unsigned turns_since_look_ = 0;
  Counter busy_ns_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace augustus::worker
