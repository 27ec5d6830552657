// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/common_path.hh"

#include <array>

#include "forward/record_life.hh"
#include "forward/rules/count_insertion.hh"
#include "forward/rules/delivery_allowed.hh"
#include "forward/rules/lifetime.hh"
#include "forward/rules/may_arrive.hh"
#include "forward/rules/next_hop_allowed.hh"
#include "forward/rules/note_downstream.hh"
#include "forward/rules/note_upstream.hh"
#include "forward/rules/open_record.hh"
#include "forward/rules/outgoing_of.hh"
#include "forward/rules/settle.hh"
#include "forward/stages/check_interest.hh"
#include "forward/stages/match_data.hh"
#include "forward/stages/prefetch.hh"
#include "forward/stages/ssd_places.hh"
#include "forward/strategy_id.hh"

namespace augustus::forward {
namespace {

constexpr auto best_route = static_cast<std::uint8_t>(StrategyId::best_route);

/// What a pass over a run sends.
class Pass {
 public:
  explicit Pass(StageContext& context) : context_(context) {}

  /// Attributes of a Face; mostly those of the one asked for before.
  const FaceAttributes& face(FaceId id) {
    if (id != face_.id) {
      face_ = context_.shared.faces.find(id);
    }
    return face_;
  }

  /// One packet of the run, whose reference it takes; the caller writes the rest (forward/rules/outgoing_of.hh).
  [[gnu::always_inline]] Outgoing& send(rte_mbuf* packet) {
    Outgoing& next = outgoing_[count_++];
    next.packet = packet;
    return next;
  }
  void flush() {
    if (count_ != 0) {
      context_.egress.send_burst({outgoing_.data(), count_});
    }
  }

 private:
  union {
    std::array<Outgoing, burst_packets_max> outgoing_;
  };
  StageContext& context_;
  unsigned count_ = 0;
  FaceAttributes face_;
};

bool is_ordinary(const wire::PacketView& interest) {
  return (interest.has_nonce || interest.format != wire::PacketFormat::ndn) &&
         (!interest.has_hop_limit || interest.hop_limit > 1) &&
         !(interest.has_forwarding_hint | interest.has_implicit_digest);
}

class InterestPass {
 public:
  explicit InterestPass(StageContext& context) : context_(context), pass_(context) {}

  ~InterestPass() {
    pass_.flush();
    context_.counters.interests.add(missed_ + answered_);
    context_.counters.cs_hits.add(answered_);
    context_.counters.out_data.add(answered_);
    context_.counters.cs_misses.add(missed_);
    context_.counters.out_interests.add(asked_);
  }
  InterestPass(const InterestPass&) = delete;
  InterestPass& operator=(const InterestPass&) = delete;

  /// `place`: of its name on the SSD; nullptr without one.
  bool take(Item& item, const store::BatchPlace* place) {
    if (place != nullptr && (context_.store.wants_next_batch(*place) || context_.store.ssd_may_answer(*place))) {
      return false;
    }
    const NameScope scope = name_scope(item);
    if (item.ingress.id == face_id_none || !is_ordinary(*item.view) || !may_arrive(item, scope) ||
        is_dead_nonce(context_, item)) {
      return false;
    }
    return item.entry == table::entry_none ? ask(item, scope) : answer(item);
  }

 private:
  bool answer(Item& item) {
    if (context_.table.first_pit(item.entry) != nullptr) {
      return false;
    }
    rte_mbuf* const data =
        context_.store.lookup(item.entry, {.must_be_fresh = item.view->must_be_fresh}, context_.now);
    if (data == nullptr) {
      return false;
    }
    context_.note(TraceStep::cs_hit);
    outgoing_stored(pass_.send(data), item);
    ++answered_;
    context_.release(item);
    return true;
  }

  bool ask(Item& item, NameScope scope) {
    const auto& view = *item.view;
    const auto& arrival = item.arrival();
    if (view.can_be_prefix || arrival.next_hop_face != face_id_none) {
      return false;
    }
    item.route = context_.shared.fib_of(view).find_longest(view, item.bytes(), item.probe);
    item.routed = true;
    context_.note_route(item.route);
    if (!item.route || context_.shared.strategies_of(view).find_longest(view, item.bytes()) != best_route) {
      return false;
    }
    const FaceId upstream = first_next_hop(*item.route.next_hops, [&](FaceId face) {
      return next_hop_allowed(context_, item, scope, face, pass_.face(face)) == NextHopState::usable;
    });
    if (upstream == face_id_none) {
      return false;
    }
    ++missed_;
    table::PitRecord* const record = open_record(context_, item);
    if (context_.trace != nullptr) [[unlikely]] {
      tell(record != nullptr);
    }
    if (record != nullptr) [[likely]] {
      send(item, *record, upstream);
    }
    return true;
  }

  [[gnu::noinline]] void tell(bool is_recorded) const {
    context_.note(TraceStep::cs_miss);
    if (is_recorded) {
      context_.note(TraceStep::pit_new);
      context_.note(TraceStep::strategy, 0, best_route);
    }
  }

  [[gnu::always_inline]] void send(Item& item, table::PitRecord& record, FaceId upstream) {
    record.strategy = best_route;
    const TimeNs expiry = context_.now + lifetime_of(*item.view, context_.shared.lifetime_max);
    // The first of a new record, which are within it.
    record.first_in.face = item.ingress.id;
    note_downstream(record.first_in, item, context_.now, expiry);
    context_.table.schedule(record, expiry, context_.now);
    record.first_out[0].face = upstream;
    note_upstream(record.first_out[0], item.view->nonce, context_.now, expiry);
    decrement_hop_limit(item);
    outgoing_interest(pass_.send(item.packet), item, upstream, item.arrival().non_discovery);
    ++asked_;
    item.packet = nullptr;
  }

  StageContext& context_;
  Pass pass_;
  unsigned missed_ = 0;
  unsigned asked_ = 0;
  unsigned answered_ = 0;
};

class DataPass {
 public:
  explicit DataPass(StageContext& context) : context_(context), pass_(context) {}

  ~DataPass() {
    pass_.flush();
    context_.counters.data.add(taken_);
    context_.counters.out_data.add(taken_);
  }
  DataPass(const DataPass&) = delete;
  DataPass& operator=(const DataPass&) = delete;

  /// Sets the item's record.
  bool is_common(Item& item) {
    if (item.entry == table::entry_none || context_.table.has_several(item.entry)) {
      return false;
    }
    item.record = context_.table.first_pit(item.entry);
    if (item.record == nullptr || !item.record->is_plain() || item.record->strategy != best_route) {
      return false;
    }
    context_.table.shares().pit.prefetch(item.record->share);
    const auto& in = item.record->first_in;
    if (in.expiry <= context_.now || !context_.table.has_one_in(*item.record)) {
      return false;
    }
    const NameScope scope = name_scope(item);
    return may_arrive(item, scope) &&
           delivery_allowed(item, scope, pass_.face(in.face)) == DeliveryState::allowed;
  }

  void take(Item& item, const store::BatchPlace* place) {
    ++taken_;
    const auto& arrival = item.arrival();
    table::PitRecord& record = *item.record;
    if (!arrival.no_cache && context_.store.admits()) {
      const auto outcome = context_.store.insert(context_.table.may_release(), record.entry, item.packet, *item.view,
                                                 context_.now, place);
      count_insertion(context_, outcome);
    }
    outgoing_data(pass_.send(item.packet), item, arrival.face, record.first_in);
    const std::uint32_t freshness_ms = item.view->freshness_ms;
    settle(context_, record, arrival.face, freshness_ms, 0);
    item.packet = nullptr;
  }

 private:
  StageContext& context_;
  Pass pass_;
  unsigned taken_ = 0;
};

}  // namespace

void forward_common_interests(StageContext& context, const Burst& run, Burst& rest) {
  InterestPass pass(context);
  SsdPlaces places(context, run);
  for (Item& item : run) {
    if (!pass.take(item, places.next())) [[unlikely]] {
      rest.push(item);
    }
  }
}

void forward_common_data(StageContext& context, const Burst& run, Burst& rest) {
  DataPass pass(context);
  Burst common;
  // All are looked at before the content store lets go of entries that no record holds.
  for (Item& item : run) {
    (pass.is_common(item) ? common : rest).push(item);
  }
  context.store.prefetch_victims_buckets(common.size());
  SsdPlaces places(context, common);
  for (Item& item : common) {
    pass.take(item, places.next());
  }
  if (!common.empty() && !rest.empty()) {
    find_entries(context, rest);
  }
}

}  // namespace augustus::forward
