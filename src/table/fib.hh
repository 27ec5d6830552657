// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/keyed_hash.hh"
#include "base/quiescence.hh"
#include "table/next_hop.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::table {

enum class FibOutcome : std::uint8_t { ok, full, too_deep, too_many_next_hops };

/// Forwarding Information Base: name prefix to next hops, longest prefix first. One writer (the management
/// thread), any number of readers that never wait; what is replaced is freed after a quiescent state.
class Fib {
 public:
  Fib(std::uint32_t prefixes_max, const HashKey& key, Quiescence& quiescence);
  ~Fib();

  // Readers
  void prefetch(const wire::PacketView& view) const;
  /// The next hops of the longest prefix of the view's name that has any; nullptr: no route. Valid until the
  /// reader's next quiescent state. Names are compared in full.
  const NextHopSet* find_longest(const wire::PacketView& view, const std::uint8_t* packet) const;
  /// The same for a name outside the packet (a ForwardingHint delegation), given as Name TLV value.
  const NextHopSet* find_longest(std::span<const std::uint8_t> name_value) const;

  // The writer
  /// Replaces the prefix's next hops; an empty set removes the prefix. Sorted and deduplicated here.
  FibOutcome set(const wire::Name& prefix, std::vector<NextHop> next_hops);
  const NextHopSet* find_exact(const wire::Name& prefix) const;
  std::uint32_t size() const;
  std::uint32_t capacity() const;
  void for_each(const std::function<void(const wire::Name&, const NextHopSet&)>& visit) const;
};

}  // namespace augustus::table
