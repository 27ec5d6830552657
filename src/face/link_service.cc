// SPDX-License-Identifier: Apache-2.0
#include "face/link_service.hh"

#include <algorithm>

namespace augustus::face {
namespace {

/// The smallest MTU that management may set; NFD's limit.
constexpr std::uint64_t mtu_min = 64;

}  // namespace

LinkService::LinkService(LinkContext& context, FaceId face)
    : context_(context),
      counters_(&context.faces.counters(face, context.lane)),
      face_(face),
      // A peer may still know the Sequences of an earlier run: take up where no earlier one can have been.
      next_sequence_(monotonic_now()) {
  // Older than any: what the Face was asked to do before it had a link service, the first refresh tells.
  version_ = context_.faces.version(face_) - 1;
  if (const auto info = context_.faces.find(face_)) {
    apply(*info);
  }
}

bool LinkService::refresh() {
  const std::uint32_t version = context_.faces.version(face_);
  if (version == version_) {
    return false;
  }
  version_ = version;
  if (const auto info = context_.faces.find(face_)) {
    apply(*info);
  }
  return true;
}

void LinkService::apply(const FaceInfo& info) {
  flags_ = static_cast<std::uint32_t>(info.flags);
  is_local_ = info.scope == forward::FaceScope::local;
  // Programs of one user are still told apart.
  source_ = info.source != 0 && !is_local_ ? info.source : forward::own_source_of(face_);
  mtu_ = context_.mtu;
  if (info.mtu && mtu_ != SIZE_MAX) {
    mtu_ = std::min<std::size_t>(mtu_, std::max(*info.mtu, mtu_min));
  }
  congestion_interval_ns_ = info.congestion_interval_ns;
  congestion_threshold_bytes_ = info.congestion_threshold_bytes;
  plain_ = (flags_ & (flag_lp_reliability | flag_local_fields)) == 0;
  in_place_ = plain_ && (flags_ & flag_congestion_marking) == 0;
  const bool reliable = (flags_ & flag_lp_reliability) != 0;
  if (!reliable) {
    reliability_.reset();
  } else if (reliability_ == nullptr) {
    BufferShares& shares = context_.buffers.unacknowledged;
    reliability_ = std::make_unique<Reliability>(shares, shares.holder_of(source_), is_local_);
  }
}

TimeNs LinkService::tick(TimeNs now) {
  if (reliability_ == nullptr) {
    return time_never;
  }
  retransmit(now);
  if (reliability_->acks_due(now)) {
    send_idle_acks();
  }
  return reliability_->deadline();
}

void LinkService::retransmit(TimeNs now) {
  while (context_.queue.room() > 0) {
    const Reliability::Unacked* lost = reliability_->next_lost(now);
    if (lost == nullptr) {
      break;
    }
    wire::LpHeader header = lost->header;
    rte_pktmbuf_refcnt_update(lost->packet, 1);
    queue_link_packet(header, lost->packet, lost->offset, lost->length);
  }
  counters_->lost.add(reliability_->take_given_up());
}

}  // namespace augustus::face
