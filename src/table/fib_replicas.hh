// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "table/fib.hh"

namespace augustus::table {

/// Equal FIBs, one for each NUMA node whose workers look up, so that none reads another node's memory. The
/// writer writes all of them; a change is in one a moment before it is in the next.
class FibReplicas {
 public:
  /// `nodes`: of each replica, by the system's number, any_node: anywhere; at least one.
  FibReplicas(PrefixTableSizes sizes, std::span<const int> nodes, const HashKey& key, Quiescence& quiescence);

  unsigned count() const { return static_cast<unsigned>(replicas_.size()); }
  const Fib& operator[](unsigned replica) const { return *replicas_[replica]; }

  // As Fib; what is read is the first replica's.
  /// In all replicas or, where one has no room, in none.
  FibOutcome set(const wire::Name& prefix, const std::vector<NextHop>& next_hops) {
    return set(SplitName(hash_, prefix.value()), next_hops);
  }
  FibOutcome set(const SplitName& prefix, std::span<const NextHop> next_hops);
  const NextHopList* find_exact(const wire::Name& prefix) const { return first().find_exact(prefix); }
  const NextHopList* find_exact(const SplitName& prefix) const { return first().find_exact(prefix); }
  std::uint32_t size() const { return first().size(); }
  std::uint32_t capacity() const { return first().capacity(); }
  std::uint64_t for_each_from(std::uint64_t from, std::uint64_t buckets,
                              const std::function<void(const wire::Name&, const NextHopList&)>& visit) const {
    return first().for_each_from(from, buckets, visit);
  }

 private:
  const Fib& first() const { return *replicas_.front(); }

  KeyedHash hash_;
  std::vector<std::unique_ptr<Fib>> replicas_;
};

}  // namespace augustus::table
