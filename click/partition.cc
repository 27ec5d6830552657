// SPDX-License-Identifier: Apache-2.0
#include "partition.hh"

#include <random>

#include "forward/record_life.hh"
#include "forward/stages/prefetch.hh"

namespace augustus::click {
namespace {

constexpr unsigned expire_burst = 256;

table::NameTableSizes table_sizes(const Partition::Sizes& sizes) {
  return {.entries_max = sizes.pit + sizes.cs, .pit_records_max = sizes.pit};
}

}  // namespace

Partition::Partition(Core& core, const Sizes& sizes)
    : core_(core),
      table_(table_sizes(sizes)),
      store_({.capacity_packets = sizes.cs}, table_, core.tables.hash, core.pool),
      dead_nonces_(1u << 16),
      random_(std::random_device{}()) {}

forward::StageContext Partition::context() {
  digests_.begin();
  forward::StageContext context{core_.tables, table_,     store_, dead_nonces_, strategies_, digests_,
                                counters,     core_.pool, *this,  random_,      0,           monotonic_now()};
  context.pending_lengths = pending_lengths_;
  return context;
}

void Partition::expire() {
  auto context = this->context();
  table_.expire(context.now, expire_burst, [&](table::PitRecord& record) {
    if (table_.has_in(record)) {
      counters.drop(forward::Drop::expired);
    }
    finish_record(context, record);
  });
  strategies_.run_timers(context);
}

void Partition::begin_run(const forward::Burst& run) {
  ++run_;
  const auto& pending = core_.tables.pending_prefixes;
  pending_lengths_ = pending.any() ? pending.lengths() : 0;
  const auto context = this->context();
  forward::prefetch_buckets(context, run);
  forward::prefetch_entries(context, run);
  forward::find_entries(context, run);
  for (forward::Item& item : run) {
    static_cast<Carried&>(item).run = run_;
  }
}

void Partition::renew(Carried& carried) {
  carried.asked = carried.pending = carried.looping = false;
  carried.record = nullptr;
  carried.routed = false;
  forward::Burst one;
  one.push(carried);
  begin_run(one);
}

}  // namespace augustus::click

ELEMENT_PROVIDES(AugustusPartition)
