// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "table/name_table.hh"
#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// The router's own name table as a PIT of the study: entries with one PIT record each, in-records for Faces,
/// and the timing wheel instead of lazy expiry.
/// Layout of n entries, names of up to 104 bytes: n/5 buckets of 64 bytes, n entries of 128, n PIT records of
/// 192, which hold what the study's tuples lack: PIT token, out-records with their times, strategy state,
/// selectors, hint.
/// Accesses are not counted: `scripts/build lines` counts the router's cache lines.
class RouterTable {
 public:
  static constexpr PendingTraits traits{
      .timers = true, .loop_detection = true, .false_positives = false, .faces = true, .full_protocol = true};
  static constexpr unsigned prefetch_steps = 3;

  explicit RouterTable(const PendingSizes& sizes, PitStructure structure = PitStructure::name_table);

  InterestOutcome on_interest(const PendingInterest& interest, TimeMs now);
  bool on_data(const PendingName& name, TimeMs now, FaceList& faces);
  void advance(TimeMs now);
  void prefetch(const PendingName& name, unsigned step) const;

  std::uint32_t size() const { return table_.pit_size(); }
  std::uint64_t memory_bytes() const { return memory_bytes_; }
  std::uint64_t accesses() const { return 0; }

 private:
  InterestOutcome update(PitRecord& record, const PendingInterest& interest);
  void erase(PitRecord& record);

  std::uint32_t name_bytes_max_;
  TimeMs last_ = 0;
  TimeNs now_ = 0;
  std::uint64_t memory_bytes_;
  NameTable table_;
};

/// The same where entries are found by one of the study's structures.
template <PitStructure structure>
class RouterTableWith : public RouterTable {
 public:
  explicit RouterTableWith(const PendingSizes& sizes) : RouterTable(sizes, structure) {}
};

}  // namespace augustus::table::study
