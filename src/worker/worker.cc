// SPDX-License-Identifier: Apache-2.0
#include "worker/worker.hh"

#include <pthread.h>
#include <rte_cycles.h>
#include <rte_lcore.h>
#include <sched.h>

#include <algorithm>
#include <string>

#include "forward/arrival.hh"

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
      link_(shared.mailboxes, shared.partitions, number),
      by_number_(shared.partitions.count(), nullptr),
      arriving_("arriving_" + std::to_string(number), shared.partitions.count()) {
  partitions_.reserve(shared.partitions.count());
}

Worker::~Worker() {
  stop();
  adopt_arrivals();
}

void Worker::start(int cpu) {
  thread_ = std::thread([this, cpu] {
    pthread_setname_np(pthread_self(), ("worker-" + std::to_string(number_)).c_str());
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
  shared_.quiescence.offline(number_);
}

unsigned Worker::turn() {
  now_ = monotonic_now();
  unsigned work = take_mail();
  if (const std::uint32_t epoch = shared_.faces.epoch(); epoch != faces_epoch_) {
    faces_epoch_ = epoch;
    transports_.tick_all(now_);
    next_timer_ = 0;
  }
  work += transports_.receive(*this, now_);
  forward_pending();
  if (next_timer_ <= now_ || work != 0) {
    TimeNs next = transports_.tick(now_);
    for (const auto& own : partitions_) {
      next = std::min(next, own->forwarder->expire(now_));
    }
    next_timer_ = next;
  }
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
  const unsigned transfer_count = take_transfers();
  std::array<forward::Outgoing, mail_burst> outgoing;
  const unsigned outgoing_count = mailbox_.outgoing.pop(outgoing);
  for (unsigned i = 0; i < outgoing_count; ++i) {
    send_here(outgoing[i]);
  }
  return transfer_count + outgoing_count;
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
  classify(packet);
}

void Worker::classify(rte_mbuf* packet) {
  // With one partition the view is parsed where the forwarder reads it; otherwise its partition is known only
  // afterwards, and the view moves.
  OwnPartition* own = by_number_.size() == 1 ? by_number_[0] : nullptr;
  const bool single = own != nullptr;
  wire::PacketView scratch;
  wire::PacketView& view = single ? own->views[own->count] : scratch;
  if (!classifier_.parse(packet, view)) {
    shared_.faces.counters(forward::arrival_of(packet).face).in_malformed.add();
    rte_pktmbuf_free(packet);
    return;
  }
  if (!single) {
    const auto partition = classifier_.partition(packet, view);
    own = find(partition);
    if (own == nullptr) {
      link_.transfer({.packet = packet,
                      .kind = forward::TransferKind::packet,
                      .to = static_cast<std::uint16_t>(partition)});
      return;
    }
    own->views[own->count] = scratch;
  }
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
  const auto attributes = shared_.faces.attributes().find(outgoing.face);
  if (attributes.id == face_id_none) {
    link_.drop(outgoing.packet, forward::Drop::face_gone);
  } else if (attributes.owner == number_) {
    send_here(outgoing);
  } else {
    link_.send(outgoing, attributes.owner);
  }
}

void Worker::announce(const forward::Outgoing& outgoing) {
  if (!link_.announce(outgoing)) {
    send(outgoing);
  }
}

void Worker::send_here(const forward::Outgoing& outgoing) {
  if (!transports_.send(outgoing, now_)) {
    link_.drop(outgoing.packet, forward::Drop::face_gone);
  }
}

void Worker::transfer(const forward::Transfer& transfer) {
  // Also to a partition of our own: by the ring, so that no forwarder is entered while another one runs.
  link_.transfer(transfer);
}

}  // namespace augustus::worker
