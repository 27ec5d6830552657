// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "forward/stage_context.hh"
#include "table/pit_record.hh"

namespace augustus::forward {

/// Keeps the headroom of a partition's pools: where one has less left, pending Interests of its largest holders end
/// before their time. Whoever holds less than seven eighths of what the largest holder has loses nothing, nor does
/// an Interest that several Faces wait for.
class GivingWay {
 public:
  /// Looks at a bounded number of records, the next ones with each call; `gives_way` is told of each that ends. Between
  /// bursts: names and records go. True: a pool is short still, and the call worth repeating.
  template <typename GivesWay>
  bool run(StageContext& context, GivesWay&& gives_way) {
    return context.table.shares().any_short() && make_room(context, gives_way);
  }

 private:
  using Note = std::function<void(const table::PitRecord&)>;

  bool make_room(StageContext& context, const Note& gives_way);

  table::PitIndex32 next_ = 0;
};

}  // namespace augustus::forward
