// SPDX-License-Identifier: Apache-2.0
#include "worker/worker.hh"

#include <pthread.h>
#include <rte_cycles.h>
#include <rte_lcore.h>
#include <sched.h>

#include <algorithm>
#include <string>

#include "forward/arrival.hh"
#include "worker/capture/capture_session.hh"

namespace augustus::worker {
namespace {

constexpr TimeNs sleep_ns_max = nanoseconds_per_second;
/// With DPDK ports there is no descriptor to wait on: after some empty turns the worker naps this long, which
/// bounds both its idle CPU time and the latency it adds to a first packet.
constexpr unsigned polled_turns_before_nap = 2000;
constexpr TimeNs nap_ns = 50'000;
/// How often a busy worker with ports asks the system for the descriptors it has besides.
constexpr unsigned polled_turns_before_look = 32;

void pin_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

}  // namespace

Worker::Worker(unsigned number, const Shared& shared)
    : number_(number),
      shared_(shared),
      mailbox_(*shared.mailboxes[number]),
      transports_(shared.faces.attributes().capacity(), mailbox_.descriptor()),
      classifier_(shared.tables.hash, shared.partitions, shared.tables.batch),
      link_(shared.mailboxes, shared.partitions, shared.faces.attributes(), number),
      by_number_(shared.partitions.count(), nullptr),
      arriving_(shared.partitions.count()) {
  partitions_.reserve(shared.partitions.count());
}

Worker::~Worker() {
  stop();
  adopt_arrivals();
}

void Worker::start(const std::string& name, int cpu) {
  thread_ = std::thread([this, name, cpu] {
    pthread_setname_np(pthread_self(), name.c_str());
    if (cpu >= 0) {
      pin_to(cpu);
    }
    // Gives the thread an lcore id, hence a packet cache of its own in the pools.
    rte_thread_register();
    loop();
    rte_thread_unregister();
  });
}

void Worker::stop() {
  if (thread_.joinable()) {
    stopping_.store(true);
    mailbox_.post([] {});
    thread_.join();
  }
}

void Worker::loop() {
  shared_.quiescence.online(number_);
  while (!stopping_.load(std::memory_order_relaxed)) {
    if (turn() != 0) {
      idle_turns_ = 0;
    } else {
      ++idle_turns_;
    }
    shared_.quiescence.quiescent(number_);
    const bool polled = transports_.any_polled();
    if (!polled && idle_turns_ > 0) {
      sleep();
    } else if (polled && idle_turns_ > polled_turns_before_nap) {
      sleep();
    } else if (!polled || ++turns_since_look_ >= polled_turns_before_look) {
      turns_since_look_ = 0;
      if (transports_.wait(0, now_)) {
        mailbox_.clear_wake();
      }
    }
  }
  capture_ = nullptr;
  shared_.quiescence.offline(number_);
}

unsigned Worker::turn() {
  now_ = monotonic_now();
  capture_ = shared_.capture.load(std::memory_order_acquire);
  unsigned work = take_mail();
  if (const std::uint32_t epoch = shared_.faces.epoch(); epoch != faces_epoch_) {
    faces_epoch_ = epoch;
    transports_.tick_all(now_);
    next_timer_ = 0;
  }
  work += transports_.receive(*this, now_);
  forward_pending();
  if (has_ssd_ && ssd_share_.is_due(rte_rdtsc(), work != 0)) {
    for (const auto& own : partitions_) {
      work += own->forwarder->poll_ssd(now_) ? 1 : 0;
    }
    ssd_share_.looked(rte_rdtsc());
  }
  if (next_timer_ <= now_ || work != 0) {
    TimeNs next = transports_.tick(now_);
    for (const auto& own : partitions_) {
      next = std::min(next, own->forwarder->expire(now_));
    }
    next_timer_ = next;
  }
  send_waiting();
  transports_.flush(now_);
  link_.wake_touched();
  if (work != 0) {
    busy_ns_.add(monotonic_now() - now_);
  }
  return work;
}

void Worker::sleep() {
  const TimeNs now = monotonic_now();
  TimeNs timeout = next_timer_ <= now ? 0 : std::min(next_timer_ - now, sleep_ns_max);
  if (has_ssd_) {
    for (const auto& own : partitions_) {
      const TimeNs due = own->forwarder->ssd_due();
      timeout = std::min(timeout, due - std::min(now, due));
    }
  }
  if (transports_.any_polled()) {
    timeout = std::min(timeout, nap_ns);
  }
  if (!mailbox_.prepare_sleep()) {
    return;
  }
  shared_.quiescence.offline(number_);
  const bool woken = transports_.wait(timeout, now);
  shared_.quiescence.online(number_);
  mailbox_.awake();
  if (woken) {
    mailbox_.clear_wake();
  }
}

unsigned Worker::take_mail() {
  for (auto& request : mailbox_.take_requests()) {
    request();
    next_timer_ = 0;
    transports_.look_at_all();
  }
  adopt_arrivals();
  // As much as a turn takes from sockets: else what others send here waits behind what comes in here.
  unsigned taken = 0;
  for (unsigned burst = 0; burst < mail_bursts_per_turn && !mailbox_.transfers.empty(); ++burst) {
    taken += take_transfers();
  }
  for (unsigned burst = 0; burst < mail_bursts_per_turn && !mailbox_.outgoing.empty(); ++burst) {
    std::array<forward::Outgoing, mail_burst> outgoing;
    const unsigned count = mailbox_.outgoing.pop(outgoing);
    for (unsigned i = 0; i < count; ++i) {
      send_to_face({&outgoing[i], 1});
    }
    taken += count;
  }
  return taken;
}

unsigned Worker::take_transfers() {
  std::array<forward::Transfer, mail_burst> transfers;
  const unsigned count = mailbox_.transfers.pop(transfers);
  for (unsigned i = 0; i < count; ++i) {
    take_transfer(transfers[i]);
  }
  return count;
}

void Worker::take_transfer(const forward::Transfer& transfer) {
  OwnPartition* own = find(transfer.to);
  if (own == nullptr) {
    // It has moved since.
    link_.transfer(transfer);
  } else if (transfer.kind == forward::TransferKind::packet) {
    classify(transfer.packet);
  } else {
    own->forwarder->accept(transfer, now_);
  }
}

void Worker::receive(rte_mbuf* packet) {
  if (capture_ != nullptr) [[unlikely]] {
    capture_->arrived({&packet, 1}, now_);
  }
  classify(packet);
}

void Worker::receive_burst(std::span<rte_mbuf* const> packets) {
  if (capture_ != nullptr) [[unlikely]] {
    capture_->arrived(packets, now_);
  }
  OwnPartition* const own = by_number_.size() == 1 ? by_number_[0] : nullptr;
  if (own == nullptr) {
    for (rte_mbuf* packet : packets) {
      classify(packet);
    }
    return;
  }
  // The views are parsed where the forwarder reads them.
  while (!packets.empty()) {
    const auto next = packets.first(std::min<std::size_t>(packets.size(), burst_packets_max - own->count));
    const std::size_t parsed = classifier_.parse(next, &own->views[own->count]);
    std::copy_n(next.begin(), parsed, own->packets.begin() + own->count);
    own->count += static_cast<unsigned>(parsed);
    if (own->count == burst_packets_max) {
      forward_pending();
    }
    packets = packets.subspan(parsed);
    if (parsed < next.size()) [[unlikely]] {
      refuse(packets.front());
      packets = packets.subspan(1);
    }
  }
}

bool Worker::receive_frame(rte_mbuf* frame) {
  return !partitions_.empty() && partitions_.front()->forwarder->take_malformed(frame, now_);
}

void Worker::refuse(rte_mbuf* packet) {
  shared_.faces.counters_of_thread(forward::arrival_of(packet).face, number_).in_malformed.add();
  if (partitions_.empty() || !partitions_.front()->forwarder->take_malformed(packet, now_)) {
    rte_pktmbuf_free(packet);
  }
}

void Worker::classify(rte_mbuf* packet) {
  wire::PacketView view;
  if (!classifier_.parse(packet, view)) {
    refuse(packet);
    return;
  }
  const auto partition = classifier_.partition(packet, view);
  OwnPartition* const own = find(partition);
  if (own == nullptr) {
    link_.transfer({.packet = packet,
                    .kind = forward::TransferKind::packet,
                    .to = static_cast<std::uint16_t>(partition)});
    return;
  }
  own->views[own->count] = view;
  own->packets[own->count++] = packet;
  if (own->count == burst_packets_max) {
    forward_pending();
  }
}

void Worker::forward_pending() {
  for (const auto& own : partitions_) {
    if (own->count != 0) {
      forward_pending(*own);
    }
  }
}

void Worker::forward_pending(OwnPartition& own) {
  const unsigned count = own.count;
  own.count = 0;
  const std::uint64_t start = rte_rdtsc();
  own.forwarder->process({own.packets.data(), count}, {own.views.data(), count}, now_);
  own.busy_cycles->add(rte_rdtsc() - start);
}

void Worker::send(const forward::Outgoing& outgoing) {
  copy_fields(outgoing_[outgoing_count_++], outgoing);
  if (outgoing_count_ == outgoing_.size()) {
    send_waiting();
  }
}

void Worker::send_burst(std::span<const forward::Outgoing> outgoing) {
  send_waiting();
  send_runs(outgoing);
}

void Worker::send_waiting() {
  const unsigned count = outgoing_count_;
  outgoing_count_ = 0;
  send_runs({outgoing_.data(), count});
}

/// Hands them to the transports, in runs to one Face.
void Worker::send_runs(std::span<const forward::Outgoing> outgoing) {
  for (std::size_t first = 0; first < outgoing.size();) {
    std::size_t end = first + 1;
    while (end < outgoing.size() && outgoing[end].face == outgoing[first].face) {
      ++end;
    }
    send_to_face(outgoing.subspan(first, end - first));
    first = end;
  }
}

void Worker::send_to_face(std::span<const forward::Outgoing> outgoing) {
  const auto attributes = shared_.faces.attributes().find(outgoing.front().face);
  const bool here = attributes.owner == number_;
  if (capture_ != nullptr && (here || transports_.takes_shared(outgoing.front().face))) [[unlikely]] {
    capture_->leaving(outgoing, now_);
  }
  if (attributes.id != face_id_none && here && transports_.send(outgoing, now_) != 0) [[likely]] {
    return;
  }
  if (attributes.id != face_id_none && !here && transports_.send_shared(outgoing, now_)) {
    return;
  }
  for (const forward::Outgoing& one : outgoing) {
    if (attributes.id == face_id_none || here) {
      link_.drop(one.packet, forward::Drop::face_gone);
    } else {
      link_.send(one, attributes.owner);
    }
  }
}

void Worker::announce(const forward::Outgoing& outgoing) {
  if (!link_.announce(outgoing)) {
    send(outgoing);
  }
}

void Worker::transfer(const forward::Transfer& transfer) {
  // Also to a partition of our own: by the ring, so that no forwarder is entered while another one runs.
  link_.transfer(transfer);
}

}  // namespace augustus::worker
