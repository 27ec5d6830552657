// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>

#include "table/name_key.hh"

// What the structures of the PIT study have in common: Varvello, Perino, Linguaglossa, On the design and
// implementation of a wire-speed Pending Interest Table, 2013; sections are that paper's.

namespace augustus::table::study {

using FaceNumber = std::uint16_t;
/// Milliseconds of a clock that may wrap; two times that are compared are less than 24 days apart.
using TimeMs = std::uint32_t;

/// No Interest lives longer than this.
inline constexpr TimeMs lifetime_max = 32'000;

/// Buckets that an insert looks through for expired entries when there is no room.
inline constexpr unsigned sweep_buckets_max = 16;

inline bool has_come(TimeMs time, TimeMs now) {
  return static_cast<std::int32_t>(now - time) >= 0;
}

/// A name and what its parser found; refers to the packet.
struct PendingName {
  NameKey key;
  std::span<const std::uint16_t> component_end;  ///< [i]: bytes of the first i + 1 components, each a TLV
};

struct PendingInterest {
  PendingName name;
  FaceNumber face;
  std::uint32_t nonce;
  TimeMs lifetime;  ///< 1 to lifetime_max
};

enum class InterestOutcome : std::uint8_t {
  inserted,    ///< nothing was pending for this name: to be forwarded
  aggregated,  ///< pending, and this Face is new
  repeated,    ///< pending from this Face, with another nonce
  loop,        ///< pending with this very nonce
  full         ///< no room, or the name is longer than the structure keeps
};

/// Faces that Data goes to.
struct FaceList {
  static constexpr unsigned size_max = 32;
  unsigned size = 0;
  std::array<FaceNumber, size_max> faces;

  void add(FaceNumber face) {
    if (size < size_max) {
      faces[size++] = face;
    }
  }
};

/// What a structure can do (table II).
struct PendingTraits {
  bool timers;           ///< entries end at their time
  bool loop_detection;   ///< knows the nonces that are pending
  bool false_positives;  ///< may take one name for another, and so waste Data
  bool faces;            ///< says which Faces are pending, else only that some are
  bool full_protocol;    ///< holds what NDN forwarding needs: selectors, tokens, next hops
};

struct PendingSizes {
  std::uint32_t entries_max = 1u << 16;   ///< pending names, expired ones that were not removed yet included
  std::uint32_t name_bytes_max = 50;      ///< longer names are refused
  std::uint32_t extra_faces_max = 1024;   ///< Faces beyond the first of each entry, in all
  std::uint32_t component_bytes_max = 0;  ///< encoded name trie; 0: name_bytes_max
  std::uint32_t components_max = 1u << 16;  ///< encoded name trie: different components
  std::uint32_t nodes_max = 1u << 17;       ///< encoded name trie: different prefixes of pending names
};

/// A PIT that matches exactly (section III-A). Fixed size, one thread. Operations of a structure without
/// timers ignore times. An expired entry is as good as gone, whether it is still there or not.
template <typename T>
concept PendingTable = std::constructible_from<T, const PendingSizes&> &&
    requires(T table, const T constant, const PendingName& name, const PendingInterest& interest, TimeMs now,
             FaceList& faces) {
  { T::traits } -> std::convertible_to<PendingTraits>;
  /// Insert or update.
  { table.on_interest(interest, now) } -> std::same_as<InterestOutcome>;
  /// Takes the entry out and adds its Faces; whether there was one.
  { table.on_data(name, now, faces) } -> std::same_as<bool>;
  /// Time has come to `now`; before the first operation at that time.
  {table.advance(now)};
  /// Asks for memory that an operation will touch; steps 0 to prefetch_steps - 1, each when what the one
  /// before asked for has arrived.
  {constant.prefetch(name, 0u)};
  { T::prefetch_steps } -> std::convertible_to<unsigned>;
  /// Entries, expired ones that were not removed yet included.
  { constant.size() } -> std::same_as<std::uint32_t>;
  /// Of tables and pools, all of it.
  { constant.memory_bytes() } -> std::same_as<std::uint64_t>;
  /// Reads and writes of memory so far, where they are counted (CountedAccesses).
  { constant.accesses() } -> std::same_as<std::uint64_t>;
};

}  // namespace augustus::table::study
