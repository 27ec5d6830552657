// SPDX-License-Identifier: Apache-2.0
#include "worker/thread_link.hh"

namespace augustus::worker {

void ThreadLink::drop(rte_mbuf* packet, forward::Drop reason) {
  drops_[static_cast<std::size_t>(reason)].add();
  rte_pktmbuf_free(packet);
}

ThreadLink::~ThreadLink() {
  for (Batch& batch : batches_) {
    for (unsigned i = 0; i < batch.count; ++i) {
      drop(batch.transfers[i]);
    }
  }
}

void ThreadLink::drop(const forward::Transfer& transfer) {
  if (transfer.interest != nullptr) {
    rte_pktmbuf_free(transfer.interest);
  }
  drop(transfer.packet, forward::Drop::transfer_full);
}

void ThreadLink::transfer(const forward::Transfer& transfer) {
  const unsigned owner = partitions_.owner(transfer.to);
  Batch& batch = batches_[owner];
  batch.transfers[batch.count++] = transfer;
  touched_[owner] = 1;
  any_touched_ = true;
  if (batch.count == batch.transfers.size()) {
    push(owner);
  }
}

void ThreadLink::push(unsigned owner) {
  Batch& batch = batches_[owner];
  const unsigned pushed = mailboxes_[owner]->transfers.push(std::span(batch.transfers.data(), batch.count));
  for (unsigned i = pushed; i < batch.count; ++i) {
    drop(batch.transfers[i]);
  }
  passed_.add(pushed);
  batch.count = 0;
}

void ThreadLink::send(const forward::Outgoing& outgoing, unsigned owner) {
  if (!mailboxes_[owner]->outgoing.push(outgoing)) {
    drop(outgoing.packet, forward::Drop::transfer_full);
    return;
  }
  touched_[owner] = 1;
  any_touched_ = true;
  passed_.add();
}

void ThreadLink::teach(const forward::RouteLesson& lesson) {
  if (!mailboxes_.back()->lessons.push(lesson)) {
    drop(lesson.packet, forward::Drop::lessons_full);
    return;
  }
  touched_.back() = 1;
  any_touched_ = true;
  passed_.add();
}

bool ThreadLink::announce(const forward::Outgoing& outgoing) {
  if (!mailboxes_.back()->unannounced.push(outgoing)) {
    return false;
  }
  touched_.back() = 1;
  any_touched_ = true;
  passed_.add();
  return true;
}

void ThreadLink::wake_touched() {
  if (!any_touched_) {
    return;
  }
  any_touched_ = false;
  for (unsigned thread = 0; thread < touched_.size(); ++thread) {
    if (touched_[thread] != 0) {
      touched_[thread] = 0;
      if (batches_[thread].count != 0) {
        push(thread);
      }
      if (thread != self_) {
        mailboxes_[thread]->wake();
      }
    }
  }
}

}  // namespace augustus::worker
