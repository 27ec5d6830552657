// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"
#include "table/out_record.hh"

namespace augustus::forward {

/// One Data that satisfies one record, as a strategy sees it. Lives for one call.
class ReceivedData {
 public:
  ReceivedData(StageContext& context, const Item& item, table::PitRecord& record)
      : context_(context), item_(item), record_(record) {}

  TimeNs now() const { return context_.now; }
  StageContext& context() { return context_; }
  const Item& item() const { return item_; }
  table::PitRecord& record() { return record_; }
  FaceId ingress() const { return item_.arrival().face; }
  /// Where the Interest went out; nullptr when the Data came from a Face that was not asked.
  table::OutRecord* out_record() { return context_.table.find_out(record_, ingress()); }
  bool somebody_waits() const { return context_.table.has_in(record_); }

  /// Keeps the satisfied record for `duration`, to hear from other upstreams.
  void linger(TimeNs duration) { linger_ = duration; }
  TimeNs linger() const { return linger_; }

 private:
  StageContext& context_;
  const Item& item_;
  table::PitRecord& record_;
  TimeNs linger_ = 0;
};

}  // namespace augustus::forward
