// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/match_data.hh"

#include <algorithm>
#include <bit>

#include "forward/partition_of.hh"
#include "forward/rules/count_insertion.hh"
#include "forward/rules/may_arrive.hh"
#include "forward/stages/ssd_places.hh"
#include "wire/dispatch_hash.hh"

namespace augustus::forward {
namespace {

/// A record of the Data's very name that wants it; nullptr.
table::PitRecord* wanted_exactly_by(StageContext& context, const Item& item) {
  if (item.entry == table::entry_none) {
    return nullptr;
  }
  auto* record = context.table.first_pit(item.entry);
  while (record != nullptr && !record_matches(context, item, *record)) {
    record = context.table.next_pit(*record);
  }
  return record;
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

}  // namespace

bool record_matches(StageContext& context, const Item& data, table::PitRecord& record) {
  if (!record.has_digest()) {
    return true;
  }
  const auto wanted = context.table.digest(record);
  const auto& actual = context.digests.of(data);
  return std::equal(wanted.begin(), wanted.end(), actual.begin());
}

bool is_wanted(StageContext& context, Item& data) {
  data.record = wanted_exactly_by(context, data);
  return data.record != nullptr || data.local_prefixes != 0;
}

bool may_answer_prefix(const StageContext& context, const wire::PacketView& data) {
  return prefixes_by_filter(context, data) != 0;
}

void match_data(StageContext& context, const Burst& in, Burst& wanted) {
  for (Item& item : in) {
    context.counters.data.add();
    if (!may_arrive(item, name_scope(item))) {
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
    item.solicited = is_wanted(context, item);
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

void insert_cs(StageContext& context, const Burst& wanted) {
  context.store.prefetch_victims_buckets(wanted.size());
  SsdPlaces places(context, wanted);
  for (Item& item : wanted) {
    const store::BatchPlace* place = places.next();
    if (item.arrival().no_cache || !context.store.admits()) {
      continue;
    }
    const table::EntryIndex entry =
        item.record != nullptr ? item.record->entry : context.table.find_or_insert(item.key());
    if (entry == table::entry_none) {
      count_insertion(context, store::InsertOutcome::table_full);
      continue;
    }
    const auto outcome = context.store.insert(context.table.may_release(), entry, item.packet, *item.view,
                                              context.now, place);
    count_insertion(context, outcome);
    context.table.release_if_unused(entry);
  }
}

}  // namespace augustus::forward
