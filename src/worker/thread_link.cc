// SPDX-License-Identifier: Apache-2.0
#include "worker/thread_link.hh"

#include "forward/arrival.hh"

namespace augustus::worker {
namespace {

/// Whose part of a ring a message takes: who asked, or who answered.
FaceId holder_of(const forward::Transfer& transfer) {
  return transfer.face != 0 ? transfer.face : forward::arrival_of(transfer.packet).face;
}

/// The same of what is to be sent: of an Interest who asks, of what answers one the reader.
FaceId holder_of(const forward::Outgoing& outgoing) {
  return outgoing.kind == wire::PacketKind::interest ? outgoing.incoming_face : outgoing.face;
}

}  // namespace

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

bool ThreadLink::takes(RingShares& shares, FaceId face, std::uint32_t room, std::uint32_t capacity) const {
  const bool is_local = faces_.find(face).scope == forward::FaceScope::local;
  return shares.take(faces_.holder_key_of(face), is_local, room, capacity);
}

void ThreadLink::keep_shares(Batch& batch, unsigned owner) {
  const auto& ring = mailboxes_[owner]->transfers;
  std::uint32_t room = ring.room();
  if (RingShares::has_ample_room(room, ring.capacity())) [[likely]] {
    return;
  }
  unsigned kept = 0;
  for (unsigned i = 0; i < batch.count; ++i) {
    if (takes(transfer_shares_[owner], holder_of(batch.transfers[i]), room, ring.capacity())) {
      batch.transfers[kept++] = batch.transfers[i];
      --room;
    } else {
      drop(batch.transfers[i]);
    }
  }
  batch.count = kept;
}

void ThreadLink::push(unsigned owner) {
  Batch& batch = batches_[owner];
  keep_shares(batch, owner);
  const unsigned pushed = mailboxes_[owner]->transfers.push(std::span(batch.transfers.data(), batch.count));
  for (unsigned i = pushed; i < batch.count; ++i) {
    drop(batch.transfers[i]);
  }
  passed_.add(pushed);
  batch.count = 0;
}

void ThreadLink::send(const forward::Outgoing& outgoing, unsigned owner) {
  auto& ring = mailboxes_[owner]->outgoing;
  const std::uint32_t room = ring.room();
  const bool may_pass = RingShares::has_ample_room(room, ring.capacity()) ||
                        takes(send_shares_[owner], holder_of(outgoing), room, ring.capacity());
  if (!may_pass || !ring.push(outgoing)) {
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
      transfer_shares_[thread].next_turn();
      send_shares_[thread].next_turn();
      if (thread != self_) {
        mailboxes_[thread]->wake();
      }
    }
  }
}

}  // namespace augustus::worker
