// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/keyed_hash.hh"
#include "base/quiescence.hh"
#include "table/next_hop.hh"
#include "table/prefix_table.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::table {

enum class FibOutcome : std::uint8_t { ok, full, too_deep, too_many_next_hops };

/// Forwarding Information Base: name prefix to next hops, longest prefix first. One writer (the management
/// thread), any number of readers that never wait; what is replaced is freed after a quiescent state.
/// An entry with up to two next hops and a name of up to 16 bytes is one cache line.
class Fib {
 public:
  Fib(std::uint32_t prefixes_max, const HashKey& key, Quiescence& quiescence);
  ~Fib();

  // Readers
  /// Asks for the buckets of the prefix lengths that exist.
  void prefetch(const wire::PacketView& view) const { table_.prefetch(prefixes_of(view, nullptr)); }
  /// The longest prefix of the view's name that has next hops. Names are compared in full.
  FibMatch find_longest(const wire::PacketView& view, const std::uint8_t* packet) const {
    return match_of(table_.find_longest(prefixes_of(view, packet)));
  }
  /// The same for a name outside the packet (a ForwardingHint delegation), given as Name TLV value.
  FibMatch find_longest(std::span<const std::uint8_t> name_value) const;

  // The writer
  /// Replaces the prefix's next hops; an empty set removes the prefix. Sorted by cost, then FaceId, and
  /// deduplicated here: a face counts once, with its lowest cost. too_deep: more than 32 components or 64 KB.
  FibOutcome set(const wire::Name& prefix, std::vector<NextHop> next_hops);
  /// The prefix's next hops; nullptr: none. Valid until the next change.
  const NextHopList* find_exact(const wire::Name& prefix) const;
  std::uint32_t size() const { return table_.size(); }
  std::uint32_t capacity() const { return table_.capacity(); }
  /// In no order.
  void for_each(const std::function<void(const wire::Name&, const NextHopList&)>& visit) const;

 private:
  struct Value {
    NextHopList next_hops;
    std::uint64_t prefix_hash;
    std::uint16_t prefix_components;
  };

  static FibMatch match_of(const Value* value) {
    return value == nullptr ? FibMatch{}
                            : FibMatch{&value->next_hops, value->prefix_hash, value->prefix_components};
  }

  KeyedHash hash_;
  PrefixTable<Value> table_;
};

}  // namespace augustus::table
