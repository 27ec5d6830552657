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

/// The product, or the most there can be.
std::uint32_t saturated(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(a * b, std::numeric_limits<std::uint32_t>::max()));
}

bool by_face(const table::NextHop& a, const table::NextHop& b) {
  return a.face < b.face;
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
                 by_face);
  hops = std::move(merged);
}

}  // namespace

Rib::Rib(FibWriter& fib, const DataPlane& data_plane)
    : fib_(fib), routes_(data_plane, saturated(data_plane.fib_capacity(), routes_for_prefix)) {}

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

template <typename Visit>
void Rib::for_each_ancestor(const wire::Name& prefix, Visit&& visit) const {
  for (std::size_t size = prefix.size(); size-- > 0;) {
    if (of_length_[size] == 0) {
      continue;
    }
    const auto found = entries_.find(prefix.prefix(size));
    if (found != entries_.end() && !visit(found->second)) {
      return;
    }
  }
}

Rib::Hops Rib::compute(const Node& node, std::size_t& looked_at) const {
  Hops hops;
  for (const Route& route : node.second.routes) {
    add_cheapest(hops, route.face, fib_cost(route.cost));
  }
  looked_at += node.second.routes.size();
  if (!captures(node.second)) {
    for_each_ancestor(node.first, [&hops, &looked_at](const Entry& ancestor) {
      const Heritage inherited = heritage(ancestor);
      add_absent(hops, inherited.hops);
      looked_at += ancestor.routes.size() + hops.size();
      return !inherited.capture;
    });
  }
  if (hops.size() > table::next_hops_max) {
    keep_cheapest(hops);
    std::sort(hops.begin(), hops.end(), by_face);
  }
  return hops;
}

std::vector<Route>::iterator Rib::route_at(Entry& entry, FaceId face, std::uint64_t origin) {
  return std::lower_bound(entry.routes.begin(), entry.routes.end(), std::pair(face, origin),
                          [](const Route& route, const auto& wanted) {
                            return std::pair(route.face, route.origin) < wanted;
                          });
}

bool Rib::is_at(const Entry& entry, std::vector<Route>::const_iterator position, FaceId face,
                std::uint64_t origin) {
  return position != entry.routes.end() && position->face == face && position->origin == origin;
}

const Route* Rib::find(const wire::Name& prefix, FaceId face, std::uint64_t origin) const {
  const auto found = entries_.find(prefix);
  if (found == entries_.end()) {
    return nullptr;
  }
  const auto position = route_at(const_cast<Entry&>(found->second), face, origin);
  return is_at(found->second, position, face, origin) ? &*position : nullptr;
}

std::optional<std::string> Rib::refusal(const wire::Name& prefix, const Route& route) {
  if (route.registrar == face_id_none || find(prefix, route.face, route.origin) != nullptr) {
    return std::nullopt;
  }
  if (!routes_.may_take(route.registrar)) {
    routes_.count_refusal();
    return "Who is behind this Face has made as many routes as he may";
  }
  std::optional<std::string> reason;
  const auto found = entries_.find(prefix);
  if (found == entries_.end()) {
    if (!fib_.pool().may_take(route.registrar)) {
      reason = "Who is behind this Face has made as many RIB entries as he may";
    }
  } else if (found->second.routes.size() >= routes_of_prefix_max) {
    reason = "The prefix has as many routes as it may have";
  } else if (const auto first = route_at(found->second, route.face, 0);
             static_cast<std::size_t>(found->second.routes.end() - first) >= routes_of_face_max &&
             first[routes_of_face_max - 1].face == route.face) {
    reason = "The prefix has as many routes to this Face as it may have";
  }
  if (reason) {
    fib_.pool().count_refusal();
  }
  return reason;
}

table::FibOutcome Rib::add(const wire::Name& prefix, const Route& route) {
  if (prefix.size() >= of_length_.size()) {
    return table::FibOutcome::too_deep;
  }
  auto position = entries_.lower_bound(prefix);
  if (position == entries_.end() || position->first != prefix) {
    position = insert_entry(position, prefix, route.registrar);
  }
  Node& node = *position;
  Turn turn(work_at_once);
  const Heritage before = heritage(node.second);
  const auto there = route_at(node.second, route.face, route.origin);
  const bool is_new = !is_at(node.second, there, route.face, route.origin);
  if (is_new) {
    node.second.routes.insert(there, route)->part = routes_.take(route.registrar);
    const table::FibOutcome outcome = refresh(node, turn);
    if (outcome != table::FibOutcome::ok) {
      const auto refused = route_at(node.second, route.face, route.origin);
      routes_.give_back(refused->part);
      node.second.routes.erase(refused);
      if (node.second.routes.empty()) {
        erase_entry(position);
      }
      return outcome;
    }
  } else {
    unindex(node, *there);
    routes_.give_back(there->part);
    *there = route;
    there->part = routes_.take(route.registrar);
    refresh(node, turn);
  }
  index(node, route);
  if (heritage(node.second) != before) {
    refresh_descendants(prefix, turn);
  }
  log(LogModule::rib)
      .debug("route {} to Face {} {}: origin {}, cost {}, flags {}", prefix, route.face,
             is_new ? "added" : "changed", route.origin, route.cost, route.flags);
  if (is_new && added_) {
    added_(prefix, route);
  }
  return table::FibOutcome::ok;
}

bool Rib::remove(const wire::Name& prefix, FaceId face, std::uint64_t origin) {
  Turn turn(work_at_once);
  return remove(prefix, face, origin, turn);
}

bool Rib::remove(const wire::Name& prefix, FaceId face, std::uint64_t origin, Turn& turn) {
  const auto position = entries_.find(prefix);
  if (position == entries_.end()) {
    return false;
  }
  Entry& entry = position->second;
  const auto route = route_at(entry, face, origin);
  if (!is_at(entry, route, face, origin)) {
    return false;
  }
  remove_route(position, static_cast<std::size_t>(route - entry.routes.begin()), turn);
  return true;
}

void Rib::remove_route(Map::iterator position, std::size_t index, Turn& turn) {
  Node& node = *position;
  turn.spend(node.second.routes.size());
  const Route route = node.second.routes[index];
  log(LogModule::rib).debug("route {} to Face {} removed: origin {}", node.first, route.face, route.origin);
  if (removed_) {
    removed_(node.first, route);
  }
  const Heritage before = heritage(node.second);
  routes_.give_back(route.part);
  node.second.routes.erase(node.second.routes.begin() + static_cast<std::ptrdiff_t>(index));
  unindex(node, route);
  const bool passed_on = heritage(node.second) != before;
  const wire::Name prefix = node.first;
  if (node.second.routes.empty()) {
    fib_.replace(prefix, node.second.installed, {});
    erase_entry(position);
  } else {
    refresh(node, turn);
  }
  if (passed_on) {
    refresh_descendants(prefix, turn);
  }
}

bool Rib::remove_face(FaceId face, Turn& turn) {
  while (!turn.over()) {
    const auto found = by_face_.find(face);
    if (found == by_face_.end()) {
      return true;
    }
    const auto position = entries_.find((*found->second.begin())->first);
    const auto route = route_at(position->second, face, 0);
    remove_route(position, static_cast<std::size_t>(route - position->second.routes.begin()), turn);
  }
  return !by_face_.contains(face);
}

TimeNs Rib::expire(TimeNs now) {
  Turn turn(work_at_once);
  while (!turn.over() && !expiries_.empty() && std::get<0>(*expiries_.begin()) <= now) {
    const auto [expires, node, face, origin] = *expiries_.begin();
    const wire::Name prefix = node->first;
    remove(prefix, face, origin, turn);
  }
  if (expiries_.empty()) {
    return time_never;
  }
  return std::max(std::get<0>(*expiries_.begin()), now);
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
    wire::Name prefix = name.prefix(size);
    if (find(prefix, face, origin) != nullptr) {
      return prefix;
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

std::optional<wire::Name> Rib::for_each_after(
    const std::optional<wire::Name>& after, Turn turn,
    const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const {
  auto entry = after ? entries_.upper_bound(*after) : entries_.begin();
  const wire::Name* last = nullptr;
  for (; entry != entries_.end() && !turn.over(); ++entry) {
    visit(entry->first, entry->second.routes);
    turn.spend(entry->second.routes.size());
    last = &entry->first;
  }
  return entry == entries_.end() || last == nullptr ? std::nullopt : std::optional(*last);
}

std::vector<FaceId> Rib::faces() const {
  std::vector<FaceId> faces;
  for (const auto& [face, nodes] : by_face_) {
    faces.push_back(face);
  }
  return faces;
}

Rib::Map::iterator Rib::insert_entry(Map::iterator hint, const wire::Name& prefix, FaceId registrar) {
  ++of_length_[prefix.size()];
  return entries_.emplace_hint(hint, prefix, Entry{.part = fib_.pool().take(registrar)});
}

void Rib::erase_entry(Map::iterator position) {
  --of_length_[position->first.size()];
  fib_.pool().give_back(position->second.part);
  entries_.erase(position);
}

table::FibOutcome Rib::refresh(Node& node, Turn& turn) {
  std::size_t looked_at = node.second.installed.size();
  Hops hops = compute(node, looked_at);
  turn.spend(looked_at);
  const table::FibOutcome outcome = fib_.replace(node.first, node.second.installed, hops);
  if (outcome == table::FibOutcome::ok) {
    node.second.installed = std::move(hops);
  }
  return outcome;
}

void Rib::refresh_descendants(const wire::Name& root, Turn& turn) {
  const auto found = sweeps_.find(root);
  if (found != sweeps_.end()) {
    // What was recomputed has changed again. It goes on from where it is, so that who keeps changing the root does not
    // keep the last prefixes waiting.
    found->second.until = found->second.done;
    found->second.again = false;
    return;
  }
  Sweep sweep{.done = root, .until = std::nullopt};
  if (!advance(root, sweep, turn)) {
    sweeps_.emplace(root, std::move(sweep));
  }
}

/// True when all are recomputed, which it sees even where the turn is over.
bool Rib::advance(const wire::Name& root, Sweep& sweep, Turn& turn) {
  auto position = entries_.upper_bound(sweep.done);
  const wire::Name* last = nullptr;
  for (;;) {
    const bool inside = position != entries_.end() && root.is_prefix_of(position->first);
    if (!inside && sweep.until && !sweep.again) {
      sweep.again = true;
      position = entries_.upper_bound(root);
      last = &root;
      continue;
    }
    if (!inside || (sweep.again && *sweep.until < position->first)) {
      return true;
    }
    if (turn.over()) {
      break;
    }
    refresh(*position, turn);
    last = &position->first;
    ++position;
  }
  if (last != nullptr) {
    sweep.done = *last;
  }
  return false;
}

bool Rib::refresh_more(std::size_t limit) {
  Turn turn(limit);
  // Each in its turn, from where the last one ended: however many there are, none waits for ever.
  auto sweep = sweeps_.upper_bound(swept_);
  for (std::size_t waiting = sweeps_.size(); waiting != 0 && !turn.over(); --waiting) {
    if (sweep == sweeps_.end()) {
      sweep = sweeps_.begin();
    }
    swept_ = sweep->first;
    Turn part(std::max<std::size_t>(turn.left() / waiting, 1));
    sweep = advance(sweep->first, sweep->second, part) ? sweeps_.erase(sweep) : std::next(sweep);
    turn.spend(part);
  }
  return sweeps_.empty();
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
