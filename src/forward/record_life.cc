// SPDX-License-Identifier: Apache-2.0
#include "forward/record_life.hh"

#include "wire/tlv_reader.hh"

namespace augustus::forward {
namespace {

unsigned count_components(std::span<const std::uint8_t> name) {
  wire::TlvReader reader(name);
  unsigned count = 0;
  while (reader.next().has_value()) {
    ++count;
  }
  return count;
}

void note_end(StageContext& context, table::PitRecord& record) {
  if (!record.satisfied) {
    remember_nonces(context, record);
    context.counters.unsatisfied.add();
  }
}

}  // namespace

std::optional<unsigned> announced_components(const table::NameTable& table, const table::PitRecord& record) {
  if (!record.can_be_prefix() || record.has_digest()) {
    return std::nullopt;
  }
  const unsigned components = count_components(table.name(record.entry));
  return components <= wire::prefix_components_max ? std::optional(components) : std::nullopt;
}

bool has_pending_out(table::NameTable& table, table::PitRecord& record, TimeNs now) {
  bool pending = false;
  table.for_each_out(record, [&](const table::OutRecord& out) {
    pending = out.expiry >= now && !out.has_nack;
    return !pending;
  });
  return pending;
}

void remember_nonces(StageContext& context, table::PitRecord& record) {
  const auto hash = context.table.hash(record.entry);
  context.table.for_each_out(record, [&](const table::OutRecord& out) {
    context.dead_nonces.add(hash, out.nonce, context.now);
    return true;
  });
}

void add_pending_prefix(StageContext& context, const table::PitRecord& record, unsigned components) {
  if (record.can_be_prefix() && !record.has_digest() && components <= wire::prefix_components_max) {
    context.shared.pending_prefixes.add(context.table.hash(record.entry), components);
  }
}

void remove_pending_prefix(StageContext& context, const table::PitRecord& record) {
  if (const auto components = announced_components(context.table, record); components) {
    context.shared.pending_prefixes.remove(context.table.hash(record.entry), *components);
  }
}

void end_record(StageContext& context, table::PitRecord& record) {
  note_end(context, record);
  remove_pending_prefix(context, record);
  context.table.erase_pit(record);
}

void finish_record(StageContext& context, table::PitRecord& record) {
  note_end(context, record);
  erase_record(context, record);
}

}  // namespace augustus::forward
