// SPDX-License-Identifier: Apache-2.0
#include "forward/partition_check.hh"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

#include "base/broken_invariant.hh"
#include "forward/record_life.hh"
#include "store/content_store_check.hh"
#include "table/name_table_check.hh"

namespace augustus::forward {
namespace {

/// Tables with no more than so many things are looked at after every burst, however little it did.
constexpr std::uint64_t small_tables = 256;
/// What each packet pays for where tables are larger: a look costs about as much as the packets since the last one.
constexpr std::uint64_t things_per_packet = 32;

/// Counts checks, and tells when the process ends. A child that was forked has its parent's counts: it is silent.
class Tally {
 public:
  Tally() = default;
  ~Tally() {
    const char* const path = std::getenv("AUGUSTUS_CHECKS_REPORT");
    if (path == nullptr || checks == 0 || getpid() != counts_for_) {
      return;
    }
    const bool to_terminal = std::string_view(path) == "-";
    std::FILE* const file = to_terminal ? stderr : std::fopen(path, "a");
    if (file != nullptr) {
      std::fprintf(file, "%s: %llu checks of whole partitions, %llu invariants examined\n",
                   program_invocation_short_name, static_cast<unsigned long long>(checks.load()),
                   static_cast<unsigned long long>(invariants.load()));
    }
    if (file != nullptr && !to_terminal) {
      std::fclose(file);
    }
  }
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;

  std::atomic<std::uint64_t> checks{0};
  std::atomic<std::uint64_t> invariants{0};

 private:
  pid_t counts_for_ = getpid();
};

Tally tally;

/// Who holds how much of a pool, by what there is.
class Parts {
 public:
  void add(PoolShares::Holder holder) { ++held_[holder]; }
  void compare(const PoolShares& shares, const char* sentence) const {
    std::uint64_t units = 0;
    for (const auto& [holder, count] : held_) {
      ensure(shares.held(holder) == count, sentence, holder);
      units += count;
    }
    ensure(shares.in_use() == units, sentence, units);
  }

 private:
  std::map<PoolShares::Holder, std::uint32_t> held_;
};

void check_shares(const table::NameTable& table, const std::vector<table::PitIndex32>& records) {
  Parts pit, digests;
  for (const auto index : records) {
    const auto& record = table::NameTableCheck::record(table, index);
    pit.add(record.share);
    if (record.has_digest()) {
      digests.add(record.taker);
    }
  }
  pit.compare(table.shares().pit, "parts of the PIT are what its records say");
  digests.compare(table.shares().digests, "parts of the digests are what PIT records say");
}

/// The filter knows at least this partition's; when there is no other, no more.
void check_pending_prefixes(const table::NameTable& table, const std::vector<table::PitIndex32>& records,
                            const SharedTables& shared) {
  std::uint32_t pending = 0;
  for (const auto index : records) {
    const auto& record = table::NameTableCheck::record(table, index);
    const auto components = announced_components(table, record);
    if (!components) {
      continue;
    }
    ++pending;
    ensure(shared.pending_prefixes.may_contain(table.hash(record.entry)), "a pending prefix is in the filter", index);
    ensure((shared.pending_prefixes.lengths() >> *components & 1) != 0, "a pending prefix's length is known", index);
  }
  const std::uint32_t known = shared.pending_prefixes.size();
  ensure(shared.partition_count == 1 ? known == pending : known >= pending, "the filter counts pending prefixes",
         known);
}

}  // namespace

void PartitionCheck::run(const table::NameTable& table, const store::ContentStore& store,
                         const SharedTables& shared) {
  const std::uint64_t examined = invariants_examined;
  const auto cached = store::ContentStoreCheck::run(store);
  const auto records = table::NameTableCheck::run(table, cached);
  check_shares(table, records);
  check_pending_prefixes(table, records, shared);
  tally.checks.fetch_add(1, std::memory_order_relaxed);
  tally.invariants.fetch_add(invariants_examined - examined, std::memory_order_relaxed);
}

void PartitionCheck::after_burst(const table::NameTable& table, const store::ContentStore& store,
                                 const SharedTables& shared, std::size_t packets) {
  credit_ += things_per_packet * packets;
  const std::uint64_t cost = std::uint64_t{table.size()} + table.pit_size() + store.size() + table.capacity() / 16 +
                             store.frames().count() / 4;
  if (cost <= small_tables || credit_ >= cost) {
    credit_ = 0;
    run(table, store, shared);
  }
}

std::uint64_t PartitionCheck::checks() {
  return tally.checks;
}

std::uint64_t PartitionCheck::invariants() {
  return tally.invariants;
}

}  // namespace augustus::forward
