// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/match_data.hh"

#include <algorithm>
#include <bit>

#include "forward/partition_of.hh"
#include "forward/scope.hh"
#include "wire/data.hh"
#include "wire/dispatch_hash.hh"

namespace augustus::forward {
namespace {

bool anyone_wants_exact(StageContext& context, Item& item) {
  if (item.entry == table::entry_none) {
    return false;
  }
  for (auto* record = context.table.first_pit(item.entry); record != nullptr;
       record = context.table.next_pit(*record)) {
    if (record_matches(context, item, *record)) {
      return true;
    }
  }
  return false;
}

bool anyone_wants_prefix(StageContext& context, const Item& item, unsigned components) {
  const auto entry = context.table.find(item.prefix_key(components));
  if (entry == table::entry_none) {
    return false;
  }
  for (auto* record = context.table.first_pit(entry); record != nullptr;
       record = context.table.next_pit(*record)) {
    if (record->can_be_prefix() && !record->has_digest()) {
      return true;
    }
  }
  return false;
}

std::uint32_t home_of_prefix(const StageContext& context, const Item& item, unsigned components) {
  if (context.shared.partition_count == 1) {
    return context.partition;
  }
  return partition_of(
      wire::dispatch_hash_of_prefix(item.bytes(), *item.view, components, context.shared.batch),
      context.shared.partition_count);
}

/// Bit i: by the filter, the Data's prefix of i components may be pending somewhere.
std::uint64_t prefixes_by_filter(const StageContext& context, const wire::PacketView& data) {
  if (data.component_count == 0) {
    return 0;
  }
  const auto& filter = context.shared.pending_prefixes;
  const unsigned longest = std::min<unsigned>(data.component_count - 1u, wire::prefix_components_max);
  const std::uint64_t shorter = (std::uint64_t{2} << longest) - 2;
  std::uint64_t found = 0;
  for (std::uint64_t left = context.pending_lengths & shorter; left != 0; left &= left - 1) {
    const auto components = static_cast<unsigned>(std::countr_zero(left));
    if (filter.may_contain(data.prefix_hash[components])) {
      found |= std::uint64_t{1} << components;
    }
  }
  return found;
}

/// Which proper prefixes may be pending, and where: local ones are confirmed, remote ones as the filter says.
void find_pending_prefixes(StageContext& context, Item& item) {
  for (std::uint64_t left = prefixes_by_filter(context, *item.view); left != 0; left &= left - 1) {
    const auto components = static_cast<unsigned>(std::countr_zero(left));
    if (home_of_prefix(context, item, components) != context.partition) {
      item.remote_prefixes |= std::uint64_t{1} << components;
    } else if (anyone_wants_prefix(context, item, components)) {
      item.local_prefixes |= std::uint64_t{1} << components;
    }
  }
}

void pass_on(StageContext& context, const Item& item) {
  for (std::uint64_t left = item.remote_prefixes; left != 0; left &= left - 1) {
    const auto components = static_cast<unsigned>(std::countr_zero(left));
    rte_pktmbuf_refcnt_update(item.packet, 1);
    context.egress.transfer({.packet = item.packet,
                             .kind = TransferKind::data_for_prefix,
                             .components = static_cast<std::uint8_t>(components),
                             .from = static_cast<std::uint16_t>(context.partition),
                             .to = static_cast<std::uint16_t>(home_of_prefix(context, item, components)),
                             .solicited = item.solicited,
                             .face = item.arrival().face});
  }
}

bool violates_scope(const Item& item) {
  return item.ingress.scope == FaceScope::non_local && is_localhost(*item.view, item.bytes());
}

}  // namespace

bool record_matches(StageContext& context, const Item& data, table::PitRecord& record) {
  if (!record.has_digest()) {
    return true;
  }
  const auto wanted = context.table.digest(record);
  const auto actual = wire::implicit_digest(packet_bytes(data.packet));
  return std::equal(wanted.begin(), wanted.end(), actual.begin());
}

bool may_answer_prefix(const StageContext& context, const wire::PacketView& data) {
  return prefixes_by_filter(context, data) != 0;
}

void match_data(StageContext& context, const Burst& in, Burst& wanted) {
  for (Item& item : in) {
    context.counters.data.add();
    if (violates_scope(item)) {
      context.drop(item, Drop::scope_violation);
      continue;
    }
    if (item.view->component_count == 0) {
      context.drop(item, Drop::unsolicited_data);
      continue;
    }
    if (context.pending_lengths != 0) {
      find_pending_prefixes(context, item);
    }
    item.wanted_exactly = anyone_wants_exact(context, item);
    item.solicited = item.wanted_exactly || item.local_prefixes != 0;
    pass_on(context, item);
    if (item.solicited) {
      wanted.push(item);
    } else if (item.remote_prefixes != 0) {
      context.release(item);
    } else {
      context.drop(item, Drop::unsolicited_data);
    }
  }
}

Counter& counter_of(ForwardCounters& counters, store::InsertOutcome outcome) {
  switch (outcome) {
    case store::InsertOutcome::stored:
    case store::InsertOutcome::refreshed:
    case store::InsertOutcome::replaced:
      return counters.cs_stored;
    case store::InsertOutcome::not_admitted:
      return counters.cs_not_admitted;
    default:
      return counters.cs_refused;
  }
}

void insert_cs(StageContext& context, const Burst& wanted) {
  context.store.prefetch_victims_buckets(wanted.size());
  std::array<store::BatchPlace, burst_packets_max> places;
  const bool has_ssd = context.store.has_ssd();
  if (has_ssd) {
    std::size_t count = 0;
    for (const Item& item : wanted) {
      places[count] = context.store.ssd_place({item.key().bytes, *item.view});
      context.store.prefetch_ssd(places[count++]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      context.store.prefetch_ssd_record(places[i]);
    }
  }
  const store::BatchPlace* next = places.data();
  for (Item& item : wanted) {
    const store::BatchPlace* place = has_ssd ? next++ : nullptr;
    if (item.arrival().no_cache || !context.store.admits()) {
      continue;
    }
    const auto entry = item.wanted_exactly ? item.entry : context.table.find_or_insert(item.key());
    if (entry == table::entry_none) {
      context.counters.cs_refused.add();
      continue;
    }
    const auto outcome = context.store.insert(entry, item.packet, *item.view, context.now, place);
    counter_of(context.counters, outcome).add();
    context.table.release_if_unused(entry);
  }
}

}  // namespace augustus::forward
