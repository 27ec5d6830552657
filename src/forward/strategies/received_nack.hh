// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// A Nack that matched an out-record, as a strategy sees it, and what a strategy may do. Lives for one call.
class ReceivedNack {
 public:
  ReceivedNack(StageContext& context, const Item& item) : context_(context), item_(item) {}

  TimeNs now() const { return context_.now; }
  StageContext& context() { return context_; }
  const Item& item() const { return item_; }
  table::PitRecord& record() { return *item_.record; }
  FaceId ingress() const { return item_.ingress.id; }
  wire::NackReason reason() const { return item_.arrival().nack_reason; }

  /// Nacks the downstream's Interest with its own nonce and ends its in-record; no effect on a Face that did
  /// not ask or is not point-to-point.
  void send_to(FaceId downstream, wire::NackReason reason);
  void send_to_all(wire::NackReason reason);

  /// The rule most strategies share (NFD's process-nack-traits): once every upstream has Nacked, the least
  /// severe reason goes to all downstreams; when the only upstream left is itself a downstream, to that one.
  void process();

 private:
  bool send_nack(const table::InRecord& in, wire::NackReason reason);

  StageContext& context_;
  const Item& item_;
};

}  // namespace augustus::forward
