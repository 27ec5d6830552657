// SPDX-License-Identifier: Apache-2.0
#include "table/fib_replicas.hh"

namespace augustus::table {

FibReplicas::FibReplicas(PrefixTableSizes sizes, std::span<const int> nodes, const HashKey& key,
                         Quiescence& quiescence)
    : hash_(key) {
  for (const int node : nodes) {
    sizes.node = node;
    replicas_.push_back(std::make_unique<Fib>(sizes, key, quiescence));
  }
}

FibOutcome FibReplicas::set(const SplitName& prefix, std::span<const NextHop> next_hops) {
  std::vector<NextHop> former;
  if (const NextHopList* found = replicas_.size() > 1 ? find_exact(prefix) : nullptr; found != nullptr) {
    former.assign(found->begin(), found->end());
  }
  for (auto replica = replicas_.begin(); replica != replicas_.end(); ++replica) {
    const FibOutcome outcome = (*replica)->set(prefix, next_hops);
    if (outcome != FibOutcome::ok) {
      while (replica != replicas_.begin()) {
        (*--replica)->set(prefix, former);
      }
      return outcome;
    }
  }
  return FibOutcome::ok;
}

}  // namespace augustus::table
