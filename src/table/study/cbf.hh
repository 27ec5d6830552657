// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/study/access_count.hh"
#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// Counting Bloom filter (CBF, section III-C): eight counters of five bits a name, as many in all as keep the
/// false positive probability at 0.1 % with `entries_max` names in it. It says that a name is pending, not
/// for whom, nor until when, nor with which nonce; an Interest that nobody answers stays until it is taken
/// out by its Data. More than entries_max names are refused, so that the bound holds. A counter that has once
/// been full is never counted down. Layout of n names: 14.61 n counters, packed: 73 n bits, whatever the
/// names; the paper's exactly. Accesses: eight counters read and eight written; fewer read for a name that is
/// not pending. A false positive takes an Interest for pending that is not (it is not forwarded) and Data for
/// asked for (it is wasted, and counters of other names are counted down: the caller who knows better counts
/// them).
template <typename Accesses = NoAccesses>
class Cbf {
 public:
  static constexpr PendingTraits traits{.timers = false,
                                        .loop_detection = false,
                                        .false_positives = true,
                                        .faces = false,
                                        .full_protocol = false};
  static constexpr unsigned prefetch_steps = 1;
  static constexpr unsigned hashes = 8;
  static constexpr unsigned counter_bits = 5;
  static constexpr double false_positive_rate = 0.001;

  explicit Cbf(const PendingSizes& sizes)
      : entries_max_(sizes.entries_max),
        counters_(counters_for(sizes.entries_max)),
        // Counters are read as 16-bit words at any byte.
        memory_(counters_ * counter_bits / 8 + sizeof(std::uint16_t), "pending counters"),
        start_(static_cast<std::uint8_t*>(memory_.data())) {}

  InterestOutcome on_interest(const PendingInterest& interest, TimeMs /*now*/) {
    const Places places = places_of(interest.name.key.hash);
    if (holds(places)) {
      return InterestOutcome::aggregated;
    }
    if (size_ == entries_max_) {
      return InterestOutcome::full;
    }
    for (const std::uint64_t place : places) {
      change(place, 1);
    }
    ++size_;
    return InterestOutcome::inserted;
  }

  bool on_data(const PendingName& name, TimeMs /*now*/, FaceList& /*faces*/) {
    const Places places = places_of(name.key.hash);
    if (!holds(places)) {
      return false;
    }
    for (const std::uint64_t place : places) {
      change(place, -1);
    }
    size_ -= size_ != 0 ? 1 : 0;
    return true;
  }

  void advance(TimeMs /*now*/) {}

  /// Whether the name is pending, or a false positive.
  bool contains(const PendingName& name) { return holds(places_of(name.key.hash)); }

  void prefetch(const PendingName& name, unsigned /*step*/) const {
    for (const std::uint64_t place : places_of(name.key.hash)) {
      augustus::prefetch(start_ + place * counter_bits / 8);
    }
  }

  std::uint32_t size() const { return size_; }
  std::uint64_t memory_bytes() const { return (counters_ * counter_bits + 7) / 8; }
  std::uint64_t accesses() const { return accesses_.count(); }

 private:
  using Places = std::array<std::uint64_t, hashes>;
  static constexpr unsigned counter_max = (1u << counter_bits) - 1;

  /// S = -k n / ln(1 - p^(1/k)).
  static std::uint64_t counters_for(std::uint32_t names) {
    const double root = std::pow(false_positive_rate, 1.0 / hashes);
    return static_cast<std::uint64_t>(-static_cast<double>(hashes) * names / std::log(1 - root)) + 1;
  }

  Places places_of(std::uint64_t hash) const {
    Places places;
    for (std::uint64_t& place : places) {
      place = ((hash >> 32) * counters_) >> 32;
      hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15u;
    }
    return places;
  }

  bool holds(const Places& places) {
    for (const std::uint64_t place : places) {
      accesses_.add();
      if ((word_of(place) >> shift_of(place) & counter_max) == 0) {
        return false;
      }
    }
    return true;
  }

  void change(std::uint64_t place, int by) {
    accesses_.add();
    const unsigned word = word_of(place);
    const unsigned counter = word >> shift_of(place) & counter_max;
    if (counter == counter_max || (counter == 0 && by < 0)) {
      return;
    }
    const auto changed =
        static_cast<std::uint16_t>(word + static_cast<unsigned>(by) * (1u << shift_of(place)));
    std::memcpy(start_ + place * counter_bits / 8, &changed, sizeof(changed));
  }

  static unsigned shift_of(std::uint64_t place) { return static_cast<unsigned>(place * counter_bits % 8); }
  unsigned word_of(std::uint64_t place) const {
    std::uint16_t word;
    std::memcpy(&word, start_ + place * counter_bits / 8, sizeof(word));
    return word;
  }

  std::uint32_t entries_max_;
  std::uint64_t counters_;
  MappedMemory memory_;
  std::uint8_t* start_;
  std::uint32_t size_ = 0;
  [[no_unique_address]] Accesses accesses_;
};

}  // namespace augustus::table::study
