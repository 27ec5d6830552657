// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/satisfy.hh"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "forward/fan_out.hh"
#include "forward/rules/delivery_allowed.hh"
#include "forward/rules/outgoing_of.hh"
#include "forward/rules/settle.hh"
#include "forward/stages/match_data.hh"
#include "forward/strategies/strategy_set.hh"

namespace augustus::forward {
namespace {

/// Sends one Data downstream, once to each Face and PIT token although several records may name it.
class Delivery {
 public:
  /// `alone`: one record at most is satisfied.
  Delivery(StageContext& context, const Item& data, bool alone)
      : context_(context), data_(data), fan_out_(context.egress, data.packet), alone_(alone) {}

  void deliver(const table::InRecord& in) {
    switch (delivery_allowed(data_, scope_, context_.shared.faces.find(in.face))) {
      case DeliveryState::gone:
        context_.count_drop(Drop::face_gone);
        return;
      case DeliveryState::arrived_there:
        return;
      case DeliveryState::out_of_scope:
        context_.count_drop(Drop::scope_violation);
        return;
      case DeliveryState::allowed:
        break;
    }
    if (!alone_ && !is_first(in)) {
      return;
    }
    context_.counters.out_data.add();
    outgoing_data(fan_out_.next(), data_, incoming_, in);
  }

  void set_incoming(FaceId face) { incoming_ = face; }
  /// What was delivered so far is from other records from now on.
  void next_record() { others_ = count_; }

 private:
  struct Receiver {
    FaceId face;
    std::uint8_t token_length;
    std::array<std::uint8_t, wire::pit_token_bytes_max> token;
  };

  /// Bytes beyond the length are of nobody.
  static std::span<const std::uint8_t> token_of(
      const std::array<std::uint8_t, wire::pit_token_bytes_max>& bytes, std::size_t length) {
    return std::span(bytes).first(length);
  }

  /// A record has one in-record a Face: only receivers of earlier records can repeat. Beyond what fits, a
  /// Face may get the Data twice.
  bool is_first(const table::InRecord& in) {
    const auto end = receivers_.begin() + others_;
    const bool repeated = std::any_of(receivers_.begin(), end, [&](const Receiver& other) {
      return other.face == in.face && (in.pit_token_length == 0 ||
                                       std::ranges::equal(token_of(other.token, other.token_length),
                                                          token_of(in.pit_token, in.pit_token_length)));
    });
    if (!repeated && count_ < receivers_.size()) {
      receivers_[count_++] = {in.face, in.pit_token_length, in.pit_token};
    }
    return !repeated;
  }

  StageContext& context_;
  const Item& data_;
  FanOut fan_out_;
  NameScope scope_ = name_scope(data_);
  bool alone_;
  FaceId incoming_ = data_.arrival().face;
  unsigned count_ = 0;
  unsigned others_ = 0;
  std::array<Receiver, 32> receivers_;
};

void satisfy_record(StageContext& context, const Item& data, table::PitRecord& record, Delivery& delivery) {
  ReceivedData received(context, data, record);
  context.strategies[record.strategy].before_satisfy(received);
  delivery.next_record();
  context.table.for_each_in(record, [&](const table::InRecord& in) {
    if (in.expiry > context.now) {
      delivery.deliver(in);
    }
    return true;
  });
  settle(context, record, data.arrival().face, data.view->freshness_ms, received.linger());
}

/// Satisfies the entry's records that `matches` accepts; how many.
template <typename Matches>
unsigned satisfy_entry(StageContext& context, const Item& data, table::EntryIndex entry, Delivery& delivery,
                       Matches&& matches) {
  unsigned satisfied = 0;
  auto* record = context.table.first_pit(entry);
  while (record != nullptr) {
    auto* next = context.table.next_pit(*record);
    if (matches(*record)) {
      satisfy_record(context, data, *record, delivery);
      ++satisfied;
    }
    record = next;
  }
  return satisfied;
}

unsigned satisfy_prefix(StageContext& context, const Item& data, unsigned components, Delivery& delivery) {
  const auto entry = context.table.find(data.prefix_key(components));
  if (entry == table::entry_none) {
    return 0;
  }
  return satisfy_entry(context, data, entry, delivery, [](const table::PitRecord& record) {
    return record.can_be_prefix() && !record.has_digest();
  });
}

}  // namespace

void satisfy(StageContext& context, const Burst& wanted) {
  for (Item& item : wanted) {
    const bool alone = item.local_prefixes == 0 && !context.table.has_several(item.record->entry);
    Delivery delivery(context, item, alone);
    if (item.record != nullptr) {
      satisfy_entry(context, item, item.record->entry, delivery,
                    [&](table::PitRecord& record) { return record_matches(context, item, record); });
    }
    for (std::uint64_t left = item.local_prefixes; left != 0; left &= left - 1) {
      satisfy_prefix(context, item, static_cast<unsigned>(std::countr_zero(left)), delivery);
    }
  }
}

bool satisfy_prefix(StageContext& context, Item& data, unsigned components) {
  Delivery delivery(context, data, false);
  return satisfy_prefix(context, data, components, delivery) != 0;
}

void satisfy_from_other_store(StageContext& context, Item& data, table::PitRecord& record) {
  Delivery delivery(context, data, true);
  delivery.set_incoming(face_id_content_store);
  satisfy_record(context, data, record, delivery);
}

}  // namespace augustus::forward
