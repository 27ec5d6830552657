// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include "table/name_key.hh"
#include "table/pit_record.hh"
#include "table/segment_handle.hh"

namespace augustus::table {

/// A structure that finds entries by exact name.
template <typename T>
concept NameIndex = requires(T table, const T constant, const NameKey key, EntryIndex entry) {
  { constant.find(key) } -> std::convertible_to<EntryIndex>;
  { table.find_or_insert(key) } -> std::same_as<EntryIndex>;
  { table.release_if_unused(entry) };
  { constant.prefetch_bucket(key.hash) };
  { constant.prefetch_entry(key.hash) };
};

/// What the content store needs of a table.
template <typename T>
concept CsIndex = NameIndex<T> && requires(T table, const T constant, EntryIndex entry, SegmentHandle handle) {
  { constant.cs_handle(entry) } -> std::same_as<SegmentHandle>;
  { table.set_cs_handle(entry, handle) };
  { constant.name(entry) };
};

/// What the PIT stages need of a table.
template <typename T>
concept PitIndex = NameIndex<T> && requires(T table, EntryIndex entry, PitSelectors selectors, PitRecord record) {
  { table.first_pit(entry) } -> std::same_as<PitRecord*>;
  { table.find_pit(entry, selectors) } -> std::same_as<PitRecord*>;
  { table.insert_pit(entry, selectors) } -> std::same_as<PitRecord*>;
  { table.erase_pit(record) };
};

}  // namespace augustus::table
