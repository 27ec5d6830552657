// SPDX-License-Identifier: Apache-2.0
#include "forward/record_life.hh"

#include <algorithm>

#include "wire/tlv_reader.hh"

namespace augustus::forward {
namespace {

/// NFD's lifetime of a dead nonce.
constexpr std::uint32_t dead_nonce_lifetime_ms = 6000;

unsigned count_components(std::span<const std::uint8_t> name) {
  wire::TlvReader reader(name);
  unsigned count = 0;
  while (reader.next().has_value()) {
    ++count;
  }
  return count;
}

void remember_all(StageContext& context, table::PitRecord& record) {
  const auto hash = context.table.hash(record.entry);
  context.table.for_each_out(record, [&](const table::OutRecord& out) {
    context.dead_nonces.add(hash, out.nonce, context.now);
    return true;
  });
}

}  // namespace

bool has_pending_out(table::NameTable& table, table::PitRecord& record, TimeNs now) {
  bool pending = false;
  table.for_each_out(record, [&](const table::OutRecord& out) {
    pending = out.expiry >= now && !out.has_nack;
    return !pending;
  });
  return pending;
}

void schedule_by_in_records(StageContext& context, table::PitRecord& record) {
  TimeNs expiry = context.now;
  context.table.for_each_in(record, [&](const table::InRecord& in) {
    expiry = std::max(expiry, in.expiry);
    return true;
  });
  context.table.schedule(record, expiry, context.now);
}

void note_latency(StageContext& context, const table::PitRecord& record, FaceId upstream) {
  for (const table::OutRecord& out : record.first_out) {
    if (out.face == upstream) {
      context.counters.latency.add(context.now - out.last_renewed);
      return;
    }
  }
}

void remember_nonces_unsatisfied(StageContext& context, table::PitRecord& record) {
  remember_all(context, record);
}

void remember_nonces_satisfied(StageContext& context, table::PitRecord& record, std::uint32_t freshness_ms) {
  if (record.must_be_fresh() && freshness_ms < dead_nonce_lifetime_ms) {
    remember_all(context, record);
  }
}

void add_pending_prefix(StageContext& context, const table::PitRecord& record, unsigned components) {
  if (record.can_be_prefix() && !record.has_digest() && components <= wire::prefix_components_max) {
    context.shared.pending_prefixes.add(context.table.hash(record.entry), components);
  }
}

void erase_record(StageContext& context, table::PitRecord& record) {
  const auto entry = record.entry;
  if (record.can_be_prefix() && !record.has_digest()) {
    const unsigned components = count_components(context.table.name(entry));
    if (components <= wire::prefix_components_max) {
      context.shared.pending_prefixes.remove(context.table.hash(entry), components);
    }
  }
  context.pit_shares.remove(record.share);
  context.table.erase_pit(record);
  context.table.release_if_unused(entry);
}

void finish_record(StageContext& context, table::PitRecord& record) {
  if (!record.satisfied) {
    remember_nonces_unsatisfied(context, record);
    context.counters.unsatisfied.add();
  }
  erase_record(context, record);
}

}  // namespace augustus::forward
