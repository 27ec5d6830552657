// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "forward/fan_out.hh"
#include "forward/rules/scope.hh"
#include "forward/stage_context.hh"
#include "table/next_hop.hh"
#include "table/out_record.hh"

namespace augustus::forward {

/// One pending Interest as a strategy sees it, and what a strategy may do with it. Lives for one call.
class PendingInterest {
 public:
  PendingInterest(StageContext& context, Item& item, FanOut& fan_out)
      : context_(context), item_(item), fan_out_(fan_out) {}

  TimeNs now() const { return context_.now; }
  StageContext& context() { return context_; }
  const Item& item() const { return item_; }
  table::PitRecord& record() { return *item_.record; }
  const FaceAttributes& ingress() const { return item_.ingress; }
  bool non_discovery() const { return item_.arrival().non_discovery; }

  /// The FIB's next hops, by ascending cost; none when there is no route.
  std::span<const table::NextHop> next_hops() const;
  /// Names the FIB prefix in measurements; 0 when there is no route.
  std::uint64_t fib_prefix() const { return item_.route.prefix_hash; }

  /// The Face exists and is up, takes packets of this format, is not where the Interest came from (unless ad
  /// hoc), and neither scope nor an exhausted HopLimit forbids it.
  bool eligible(FaceId face);
  /// The Face has an out-record that has not expired.
  bool in_use(FaceId face);

  /// Sends the Interest and renews the Face's out-record; nullptr when it could not be sent (counted).
  table::OutRecord* send(FaceId face, bool non_discovery);
  table::OutRecord* send(FaceId face) { return send(face, non_discovery()); }
  /// Sends a copy with a new nonce.
  table::OutRecord* send_probe(FaceId face);

  /// There is nowhere to send it: Nack NoRoute to who asked (point-to-point), and the record ends when nobody
  /// else can be waiting for an answer. When only an exhausted HopLimit stood in the way, no Nack.
  void reject();
  /// The same without a Nack.
  void reject_silently();
  /// The strategy holds a retransmission back.
  void suppress();

  bool rejected() const { return rejected_; }

 private:
  table::OutRecord* renew_out_record(FaceId face, std::uint32_t nonce);
  void send_nack();

  StageContext& context_;
  Item& item_;
  FanOut& fan_out_;
  NameScope scope_ = name_scope(item_);
  bool hop_limit_in_the_way_ = false;
  bool rejected_ = false;
};

}  // namespace augustus::forward
