// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Where the SSD, if there is one, has or would have the Data of each name of a burst; what is touched there is asked
/// for. Places are taken in the order of the burst.
class SsdPlaces {
 public:
  SsdPlaces(const StageContext& context, const Burst& burst) {
    if (context.store.has_ssd()) [[unlikely]] {
      find(context, burst);
    }
  }

  /// Of the next packet; nullptr without an SSD.
  const store::BatchPlace* next() { return count_ == 0 ? nullptr : &places_[taken_++]; }

 private:
  [[gnu::noinline]] void find(const StageContext& context, const Burst& burst) {
    for (const Item& item : burst) {
      places_[count_] = context.store.ssd_place({item.key().bytes, *item.view});
      context.store.prefetch_ssd(places_[count_++]);
    }
    for (unsigned i = 0; i < count_; ++i) {
      context.store.prefetch_ssd_record(places_[i]);
    }
  }

  unsigned count_ = 0;
  unsigned taken_ = 0;
  union {
    std::array<store::BatchPlace, burst_packets_max> places_;
  };
};

}  // namespace augustus::forward
