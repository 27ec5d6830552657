// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "store/content_store.hh"
#include "store/ssd/extent_seal.hh"
#include "store/ssd/ssd_tier.hh"

// A look at everything that is on an SSD.

namespace augustus::store {
namespace {

/// Reads for that, at once: few, so that Interests come first.
constexpr std::uint32_t verify_depth = 2;

/// Data in an extent whose records are right.
std::uint64_t count_segments(std::span<const std::uint8_t> bytes, const disk::ExtentHeader& header,
                             std::uint32_t head_bytes) {
  std::uint64_t segments = 0;
  for (std::uint32_t at = head_bytes; at < header.used_bytes;) {
    disk::SegmentRecord record;
    std::memcpy(&record, bytes.data() + at, sizeof(record));
    segments += record.live != 0 ? 1 : 0;
    at += Segment::footprint(record.length);
  }
  return segments;
}

}  // namespace

void ContentStore::begin_verify_ssd() {
  SsdVerification& verification = ssd_->verification();
  verification = {.running = true, .under_way = verification.under_way};
}

void ContentStore::verify_some() {
  SsdVerification& verification = ssd_->verification();
  while (verification.running && verification.under_way < verify_depth) {
    const ExtentIndex& index = ssd_->index();
    while (verification.next < index.extents() &&
           (!index.occupied(verification.next) || index.held(verification.next))) {
      ++verification.next;
    }
    if (verification.next == index.extents()) {
      verification.running = verification.under_way != 0;
      return;
    }
    if (!ssd_->can_read() || !make_frame_free(frame_none)) {
      return;
    }
    const std::uint32_t extent = verification.next++;
    if (!index.occupied(extent) || index.held(extent)) {
      continue;  // making room has written over it
    }
    const std::uint32_t frame = frames_.begin_read();
    const std::size_t bytes = std::size_t{index.blocks(extent)} * block_bytes;
    auto* operation = ssd_->start(IoKind::read, extent, frame, frames_.bytes_of(frame).first(bytes));
    if (operation == nullptr) {
      frames_.end_read(frame);
      return;
    }
    operation->verifies = true;
    ++verification.under_way;
  }
}

/// What a read for that brought; true: it is not wanted for anything else.
bool ContentStore::verified(const SsdOperation& operation, bool ok) {
  SsdVerification& verification = ssd_->verification();
  --verification.under_way;
  ++verification.extents;
  const auto bytes = frames_.bytes_of(operation.frame);
  const auto* header = ok ? valid_header(bytes, ssd_->region().geometry(), operation.extent) : nullptr;
  const bool right =
      header != nullptr && header->used_bytes <= operation.bytes &&
      (operation.checked || records_are_right(bytes.first(operation.bytes), frames_.head_bytes()));
  verification.segments += right ? count_segments(bytes, *header, frames_.head_bytes()) : 0;
  verification.damaged += right ? 0 : 1;
  return right && operation.waiters == SsdTier::none;
}

}  // namespace augustus::store
