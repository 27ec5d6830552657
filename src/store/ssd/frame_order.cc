// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/frame_order.hh"

namespace augustus::store {
namespace {

constexpr unsigned frames_looked_at_max = 64;
constexpr unsigned sample_size = 16;
constexpr std::uint16_t count_max = 65535;

}  // namespace

void FrameOrder::opened(std::uint32_t frame) {
  gone(frame);
  Use& use = uses_[frame];
  use = {.older = newest_, .newer = frame_none, .extent = extent_none, .count = 0, .listed = true};
  (newest_ == frame_none ? oldest_ : uses_[newest_].newer) = frame;
  newest_ = frame;
}

void FrameOrder::used(std::uint32_t frame) {
  Use& use = uses_[frame];
  if (replacement_ == Replacement::lfu) {
    use.count = static_cast<std::uint16_t>(use.count + (use.count < count_max ? 1 : 0));
  }
  if (replacement_ != Replacement::lru || frame == newest_ || !use.listed) {
    return;
  }
  unlink(frame);
  use.older = newest_;
  use.newer = frame_none;
  use.listed = true;
  (newest_ == frame_none ? oldest_ : uses_[newest_].newer) = frame;
  newest_ = frame;
}

void FrameOrder::gone(std::uint32_t frame) {
  if (uses_[frame].listed) {
    unlink(frame);
  }
}

void FrameOrder::unlink(std::uint32_t frame) {
  Use& use = uses_[frame];
  (use.older == frame_none ? oldest_ : uses_[use.older].newer) = use.newer;
  (use.newer == frame_none ? newest_ : uses_[use.newer].older) = use.older;
  use.listed = false;
}

std::uint32_t FrameOrder::victim(std::uint32_t spared) {
  if (replacement_ == Replacement::lfu || replacement_ == Replacement::random) {
    if (const std::uint32_t frame = sampled(spared); frame != frame_none) {
      return frame;
    }
  }
  return oldest(spared);
}

std::uint32_t FrameOrder::oldest(std::uint32_t spared) {
  std::uint32_t pinned = frame_none;
  std::uint32_t frame = oldest_;
  for (unsigned i = 0; i < frames_looked_at_max && frame != frame_none; ++i) {
    const std::uint32_t next = uses_[frame].newer;
    if (!evictable(frame)) {
      if (frames_.frame(frame).state != FrameState::open) {
        unlink(frame);
      }
    } else if (frame != spared) {
      if (!frames_.memory().pinned(frame)) {
        return frame;
      }
      pinned = pinned == frame_none ? frame : pinned;
    }
    frame = next;
  }
  return pinned;
}

std::uint32_t FrameOrder::sampled(std::uint32_t spared) {
  const std::uint32_t touched = frames_.count() - frames_.untouched();
  std::uint32_t chosen = frame_none;
  unsigned seen = 0;
  for (unsigned i = 0; i < frames_looked_at_max && touched != 0 && seen < sample_size; ++i) {
    hand_ = hand_ * 1664525 + 1013904223;
    const auto frame = static_cast<std::uint32_t>(std::uint64_t{hand_} * touched >> 32);
    if (!evictable(frame) || frame == spared || frames_.memory().pinned(frame)) {
      continue;
    }
    if (replacement_ == Replacement::random) {
      return frame;
    }
    ++seen;
    if (chosen == frame_none || uses_[frame].count < uses_[chosen].count) {
      chosen = frame;
    }
  }
  return chosen;
}

}  // namespace augustus::store
