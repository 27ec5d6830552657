// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/common_path.hh"

#include <array>
#include <span>

#include "base/copy_short.hh"
#include "forward/lifetime.hh"
#include "forward/record_life.hh"
#include "forward/scope.hh"
#include "forward/stages/check_interest.hh"
#include "forward/stages/match_data.hh"
#include "forward/strategy_id.hh"

namespace augustus::forward {
namespace {

constexpr auto best_route = static_cast<std::uint8_t>(StrategyId::best_route);

/// What a pass over a run sends, and its counts, which go to the partition's once.
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

  /// One packet of the run, with this PIT token.
  [[gnu::always_inline]] void send(const Outgoing& outgoing, std::span<const std::uint8_t> pit_token) {
    Outgoing& to = outgoing_[count_++];
    copy_fields(to, outgoing);
    to.pit_token_length = static_cast<std::uint8_t>(pit_token.size());
    copy_short(to.pit_token.data(), pit_token.data(), pit_token.size());
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
    context_.counters.interests.add(asked_ + answered_);
    context_.counters.cs_hits.add(answered_);
    context_.counters.out_data.add(answered_);
    context_.counters.cs_misses.add(asked_);
    context_.counters.out_interests.add(asked_);
  }
  InterestPass(const InterestPass&) = delete;
  InterestPass& operator=(const InterestPass&) = delete;

  bool take(Item& item) {
    const auto& view = *item.view;
    if (item.ingress.id == face_id_none || !is_ordinary(view) ||
        (item.ingress.scope == FaceScope::non_local && is_localhost(view, item.bytes())) ||
        (view.has_nonce && !context_.dead_nonces.idle() &&
         context_.dead_nonces.contains(view.name_hash, view.nonce, context_.now))) {
      return false;
    }
    return item.entry == table::entry_none ? ask(item) : answer(item);
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
    const auto& arrival = item.arrival();
    pass_.send({.packet = data,
                .face = arrival.face,
                .incoming_face = face_id_content_store,
                .kind = wire::PacketKind::data},
               {arrival.pit_token.data(), arrival.pit_token_length});
    ++answered_;
    context_.release(item);
    return true;
  }

  bool ask(Item& item) {
    const auto& view = *item.view;
    const auto& arrival = item.arrival();
    if (view.can_be_prefix || arrival.next_hop_face != face_id_none) {
      return false;
    }
    const auto route = context_.shared.fib_of(view).find_longest(view, item.bytes(), item.probe);
    if (!route || context_.shared.strategies_of(view).find_longest(view, item.bytes()) != best_route) {
      return false;
    }
    const FaceId upstream = route.next_hops->front().face;
    if (!may_send(item, pass_.face(upstream))) {
      return false;
    }
    table::PitRecord* const record = make_record(item, route);
    if (record == nullptr) {
      return false;
    }
    const TimeNs expiry = context_.now + lifetime_of(view);
    fill(record->first_in, item, expiry);
    context_.table.schedule(*record, expiry, context_.now);
    auto& out = record->first_out[0];
    out.face = upstream;
    out.nonce = view.nonce;
    out.last_renewed = context_.now;
    out.expiry = expiry;
    decrement_hop_limit(item);
    pass_.send({.packet = item.packet,
                .face = upstream,
                .incoming_face = item.ingress.id,
                .kind = wire::PacketKind::interest,
                .congestion_mark = arrival.congestion_mark,
                .non_discovery = arrival.non_discovery},
               {});
    ++asked_;
    item.packet = nullptr;
    return true;
  }

  /// PendingInterest::eligible; the HopLimit suffices.
  bool may_send(const Item& item, const FaceAttributes& egress) const {
    return egress.id != face_id_none && egress.takes == takes_of(item.view->format) &&
           (egress.id != item.ingress.id || egress.link_type == LinkType::ad_hoc) &&
           !would_violate_scope(item.ingress, egress, *item.view, item.bytes(),
                                context_.shared.localhop_to_non_local);
  }

  table::PitRecord* make_record(const Item& item, const table::FibMatch& route) {
    const auto share = PitShares::share_of(item.ingress.id, route.prefix_hash);
    const auto free = context_.table.pit_capacity() - context_.table.pit_size();
    if (free == 0 || !context_.pit_shares.may_grow(share, free)) {
      return nullptr;
    }
    const auto entry = context_.table.insert(item.key());
    if (entry == table::entry_none) {
      return nullptr;
    }
    auto* const record = context_.table.insert_pit(entry, item.view->must_be_fresh);
    record->strategy = best_route;
    record->share = share;
    context_.pit_shares.add(share);
    return record;
  }

  void fill(table::InRecord& in, const Item& item, TimeNs expiry) const {
    const auto& arrival = item.arrival();
    in.face = item.ingress.id;
    in.nonce = item.view->nonce;
    in.last_renewed = context_.now;
    in.expiry = expiry;
    in.non_discovery = arrival.non_discovery;
    in.pit_token_length = arrival.pit_token_length;
    copy_short(in.pit_token.data(), arrival.pit_token.data(), arrival.pit_token_length);
  }

  StageContext& context_;
  Pass pass_;
  unsigned asked_ = 0;
  unsigned answered_ = 0;
};

class DataPass {
 public:
  explicit DataPass(StageContext& context) : context_(context), pass_(context) {}

  ~DataPass() {
    pass_.flush();
    context_.counters.data.add(taken_);
    context_.counters.satisfied.add(taken_);
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
    context_.pit_shares.prefetch(item.record->share);
    const auto& in = item.record->first_in;
    if (in.expiry <= context_.now || !context_.table.has_one_in(*item.record)) {
      return false;
    }
    const auto& downstream = pass_.face(in.face);
    if (downstream.id == face_id_none ||
        (in.face == item.arrival().face && downstream.link_type != LinkType::ad_hoc)) {
      return false;
    }
    return (item.ingress.scope == FaceScope::local && downstream.scope == FaceScope::local) ||
           !is_localhost(*item.view, item.bytes());
  }

  void take(Item& item) {
    ++taken_;
    const auto& arrival = item.arrival();
    if (!arrival.no_cache && context_.store.admits()) {
      const auto outcome = context_.store.insert(item.entry, item.packet, *item.view, context_.now);
      counter_of(context_.counters, outcome).add();
    }
    table::PitRecord& record = *item.record;
    const auto& in = record.first_in;
    pass_.send({.packet = item.packet,
                .face = in.face,
                .incoming_face = arrival.face,
                .kind = wire::PacketKind::data,
                .congestion_mark = arrival.congestion_mark,
                .with_announcement = arrival.announcement_length != 0},
               {in.pit_token.data(), in.pit_token_length});
    item.packet = nullptr;
    note_latency(context_, record, arrival.face);
    context_.pit_shares.remove(record.share);
    context_.table.erase_pit(record);
    context_.table.release_if_unused(item.entry);
  }

 private:
  StageContext& context_;
  Pass pass_;
  unsigned taken_ = 0;
};

}  // namespace

void forward_common_interests(StageContext& context, const Burst& run, Burst& rest) {
  InterestPass pass(context);
  for (Item& item : run) {
    if (!pass.take(item)) [[unlikely]] {
      rest.push(item);
    }
  }
}

void forward_common_data(StageContext& context, const Burst& run, Burst& rest) {
  DataPass pass(context);
  Burst common;
  // All are looked at before the content store lets go of entries.
  for (Item& item : run) {
    (pass.is_common(item) ? common : rest).push(item);
  }
  context.store.prefetch_victims_buckets(common.size());
  for (Item& item : common) {
    pass.take(item);
  }
}

}  // namespace augustus::forward
