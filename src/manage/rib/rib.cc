// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/rib.hh"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/log.hh"
#include "wire/name_format.hh"

namespace augustus::manage {

namespace {

std::uint32_t fib_cost(std::uint64_t cost) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cost, std::numeric_limits<std::uint32_t>::max()));
}

/// Adds the Face or lowers its cost.
void add_cheapest(std::vector<table::NextHop>& hops, FaceId face, std::uint32_t cost) {
  const auto found =
      std::lower_bound(hops.begin(), hops.end(), face,
                       [](const table::NextHop& hop, FaceId wanted) { return hop.face < wanted; });
  if (found == hops.end() || found->face != face) {
    hops.insert(found, {face, cost});
  } else {
    found->cost = std::min(found->cost, cost);
  }
}

/// Adds those of `more` whose Face is not there yet; both by Face.
void add_absent(std::vector<table::NextHop>& hops, const std::vector<table::NextHop>& more) {
  if (more.empty()) {
    return;
  }
  std::vector<table::NextHop> merged;
  merged.reserve(hops.size() + more.size());
  std::set_union(hops.begin(), hops.end(), more.begin(), more.end(), std::back_inserter(merged),
                 [](const table::NextHop& a, const table::NextHop& b) { return a.face < b.face; });
  hops = std::move(merged);
}

}  // namespace

Rib::Heritage Rib::heritage(const Entry& entry) {
  Heritage heritage;
  for (const Route& route : entry.routes) {
    heritage.capture = heritage.capture || route.capture();
    if (route.child_inherit()) {
      add_cheapest(heritage.hops, route.face, fib_cost(route.cost));
    }
  }
  return heritage;
}

bool Rib::captures(const Entry& entry) {
  return std::any_of(entry.routes.begin(), entry.routes.end(),
                     [](const Route& route) { return route.capture(); });
}

Rib::Hops Rib::compute(const Entry& entry) {
  Hops hops;
  for (const Route& route : entry.routes) {
    add_cheapest(hops, route.face, fib_cost(route.cost));
  }
  bool captured = captures(entry);
  for (const Node* ancestor = entry.parent; ancestor != nullptr && !captured;
       ancestor = ancestor->second.parent) {
    const Heritage inherited = heritage(ancestor->second);
    add_absent(hops, inherited.hops);
    captured = inherited.capture;
  }
  return hops;
}

const Route* Rib::find_route(const Entry& entry, FaceId face, std::uint64_t origin) {
  const auto found = std::find_if(entry.routes.begin(), entry.routes.end(), [&](const Route& route) {
    return route.face == face && route.origin == origin;
  });
  return found == entry.routes.end() ? nullptr : &*found;
}

Route* Rib::find_route(Entry& entry, FaceId face, std::uint64_t origin) {
  return const_cast<Route*>(find_route(std::as_const(entry), face, origin));
}

table::FibOutcome Rib::add(const wire::Name& prefix, const Route& route) {
  auto position = entries_.lower_bound(prefix);
  if (position == entries_.end() || position->first != prefix) {
    position = insert_entry(position, prefix);
  }
  Node& node = *position;
  const Heritage before = heritage(node.second);
  Route* existing = find_route(node.second, route.face, route.origin);
  if (existing != nullptr) {
    unindex(node, *existing);
    *existing = route;
    index(node, route);
    refresh(node);
  } else {
    node.second.routes.push_back(route);
    const table::FibOutcome outcome = refresh(node);
    if (outcome != table::FibOutcome::ok) {
      node.second.routes.pop_back();
      if (node.second.routes.empty()) {
        erase_entry(position);
      }
      return outcome;
    }
    index(node, route);
  }
  if (heritage(node.second) != before) {
    refresh_descendants(position);
  }
  log(LogModule::rib)
      .debug("route {} to Face {} {}: origin {}, cost {}, flags {}", prefix, route.face,
             existing == nullptr ? "added" : "changed", route.origin, route.cost, route.flags);
  if (existing == nullptr && added_) {
    added_(prefix, route);
  }
  return table::FibOutcome::ok;
}

bool Rib::remove(const wire::Name& prefix, FaceId face, std::uint64_t origin) {
  const auto position = entries_.find(prefix);
  if (position == entries_.end()) {
    return false;
  }
  const Route* route = find_route(position->second, face, origin);
  if (route == nullptr) {
    return false;
  }
  remove_route(position, static_cast<std::size_t>(route - position->second.routes.data()));
  return true;
}

void Rib::remove_route(Map::iterator position, std::size_t index) {
  Node& node = *position;
  const Route route = node.second.routes[index];
  log(LogModule::rib).debug("route {} to Face {} removed: origin {}", node.first, route.face, route.origin);
  if (removed_) {
    removed_(node.first, route);
  }
  const Heritage before = heritage(node.second);
  node.second.routes.erase(node.second.routes.begin() + static_cast<std::ptrdiff_t>(index));
  unindex(node, route);
  if (heritage(node.second) != before) {
    refresh_descendants(position);
  }
  if (node.second.routes.empty()) {
    fib_.replace(node.first, node.second.installed, {});
    erase_entry(position);
  } else {
    refresh(node);
  }
}

bool Rib::remove_face(FaceId face, std::size_t limit) {
  for (; limit > 0; --limit) {
    const auto found = by_face_.find(face);
    if (found == by_face_.end()) {
      return true;
    }
    const auto position = entries_.find((*found->second.begin())->first);
    const auto& routes = position->second.routes;
    const auto route = std::find_if(routes.begin(), routes.end(),
                                    [face](const Route& candidate) { return candidate.face == face; });
    remove_route(position, static_cast<std::size_t>(route - routes.begin()));
  }
  return !by_face_.contains(face);
}

TimeNs Rib::expire(TimeNs now) {
  while (!expiries_.empty() && std::get<0>(*expiries_.begin()) <= now) {
    const auto [expires, node, face, origin] = *expiries_.begin();
    const wire::Name prefix = node->first;
    remove(prefix, face, origin);
  }
  return expiries_.empty() ? time_never : std::get<0>(*expiries_.begin());
}

std::optional<Rib::Found> Rib::find_longest(const wire::Name& name) const {
  for (std::size_t size = name.size() + 1; size-- > 0;) {
    const auto found = entries_.find(name.prefix(size));
    if (found != entries_.end()) {
      return Found{found->first, found->second.routes};
    }
  }
  return std::nullopt;
}

std::optional<wire::Name> Rib::longest_prefix(const wire::Name& name, FaceId face,
                                              std::uint64_t origin) const {
  for (std::size_t size = name.size() + 1; size-- > 0;) {
    const auto found = entries_.find(name.prefix(size));
    if (found != entries_.end() && find_route(found->second, face, origin) != nullptr) {
      return found->first;
    }
  }
  return std::nullopt;
}

void Rib::for_each(const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const {
  for (const auto& [prefix, entry] : entries_) {
    visit(prefix, entry.routes);
  }
}

void Rib::for_each_of_first(
    std::size_t count, const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const {
  for (auto entry = entries_.begin(); entry != entries_.end() && count != 0; ++entry, --count) {
    visit(entry->first, entry->second.routes);
  }
}

std::vector<FaceId> Rib::faces() const {
  std::vector<FaceId> faces;
  for (const auto& [face, nodes] : by_face_) {
    faces.push_back(face);
  }
  return faces;
}

Rib::Node* Rib::find_parent(Map::iterator position) const {
  if (position == entries_.begin()) {
    return nullptr;
  }
  // In canonical order all that lies between a prefix and a name below it is below that prefix too, so the
  // nearest ancestor is the predecessor or one of its ancestors.
  auto* candidate = const_cast<Node*>(&*std::prev(position));
  while (candidate != nullptr && !candidate->first.is_prefix_of(position->first)) {
    candidate = candidate->second.parent;
  }
  return candidate;
}

Rib::Map::iterator Rib::insert_entry(Map::iterator hint, const wire::Name& prefix) {
  const auto position = entries_.emplace_hint(hint, prefix, Entry{});
  Node* parent = find_parent(position);
  position->second.parent = parent;
  for (auto below = std::next(position); below != entries_.end() && prefix.is_prefix_of(below->first);
       ++below) {
    if (below->second.parent == parent) {
      below->second.parent = &*position;
    }
  }
  return position;
}

void Rib::erase_entry(Map::iterator position) {
  for (auto below = std::next(position);
       below != entries_.end() && position->first.is_prefix_of(below->first); ++below) {
    if (below->second.parent == &*position) {
      below->second.parent = position->second.parent;
    }
  }
  entries_.erase(position);
}

table::FibOutcome Rib::refresh(Node& node) {
  Hops hops = compute(node.second);
  const table::FibOutcome outcome = fib_.replace(node.first, node.second.installed, hops);
  if (outcome == table::FibOutcome::ok) {
    node.second.installed = std::move(hops);
  }
  return outcome;
}

void Rib::refresh_descendants(Map::iterator position) {
  const wire::Name* captured = nullptr;
  for (auto below = std::next(position);
       below != entries_.end() && position->first.is_prefix_of(below->first); ++below) {
    if (captured != nullptr && captured->is_prefix_of(below->first)) {
      continue;
    }
    captured = captures(below->second) ? &below->first : nullptr;
    if (captured == nullptr) {
      refresh(*below);
    }
  }
}

void Rib::index(Node& node, const Route& route) {
  by_face_[route.face].insert(&node);
  if (route.expires) {
    expiries_.emplace(*route.expires, &node, route.face, route.origin);
  }
}

void Rib::unindex(Node& node, const Route& route) {
  if (route.expires) {
    expiries_.erase({*route.expires, &node, route.face, route.origin});
  }
  const bool still_there = std::any_of(node.second.routes.begin(), node.second.routes.end(),
                                       [&route](const Route& other) { return other.face == route.face; });
  if (!still_there) {
    const auto found = by_face_.find(route.face);
    found->second.erase(&node);
    if (found->second.empty()) {
      by_face_.erase(found);
    }
  }
}

}  // namespace augustus::manage
