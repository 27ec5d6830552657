// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "manage/rib/fib_writer.hh"
#include "manage/rib/route.hh"
#include "table/next_hop.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Routing Information Base: routes by prefix, and the FIB next hops that follow from them (NFD developer's
/// guide, RIB management). The next hops of a prefix that has routes are its own, one a Face at the lowest
/// cost, and, unless a route of the prefix has Capture, those inherited: walking up from the prefix, the
/// ChildInherit routes of each shorter prefix for Faces not met yet, up to and with the first that has
/// Capture. A change recomputes only the prefix and, where what it passes on changed, the prefixes below it.
class Rib {
 public:
  using Observer = std::function<void(const wire::Name& prefix, const Route& route)>;

  explicit Rib(FibWriter& fib) : fib_(fib) {}

  /// Adds the route or changes the one of the same Face and origin. Not `ok`: the FIB refused the prefix and
  /// nothing was changed.
  table::FibOutcome add(const wire::Name& prefix, const Route& route);
  /// False when there is no such route.
  bool remove(const wire::Name& prefix, FaceId face, std::uint64_t origin);
  /// Removes up to `limit` routes of the Face; true when none is left.
  bool remove_face(FaceId face, std::size_t limit);
  /// Removes what expired; returns when to call again (time_never: no route expires).
  TimeNs expire(TimeNs now);

  struct Found {
    const wire::Name& prefix;
    const std::vector<Route>& routes;
  };
  /// The longest prefix of `name` that has routes. Valid until the next change.
  std::optional<Found> find_longest(const wire::Name& name) const;
  /// The longest prefix of `name` that has a route of this Face and origin.
  std::optional<wire::Name> longest_prefix(const wire::Name& name, FaceId face, std::uint64_t origin) const;

  /// In canonical order of prefixes.
  void for_each(const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const;
  /// The same for the first `count` of them.
  void for_each_of_first(
      std::size_t count,
      const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const;
  std::size_t prefix_count() const { return entries_.size(); }
  std::vector<FaceId> faces() const;

  /// Called after a route was added (not when one was changed), and before one is removed.
  void on_added(Observer observer) { added_ = std::move(observer); }
  void on_removed(Observer observer) { removed_ = std::move(observer); }

 private:
  struct Entry;
  using Map = std::map<wire::Name, Entry>;
  using Node = Map::value_type;
  using Hops = std::vector<table::NextHop>;

  struct Entry {
    std::vector<Route> routes;
    Hops installed;          // as last given to the FIB, by Face
    Node* parent = nullptr;  // the longest shorter prefix with routes
  };
  /// What an entry passes on to those below it.
  struct Heritage {
    Hops hops;
    bool capture = false;
    bool operator==(const Heritage&) const = default;
  };

  static Heritage heritage(const Entry& entry);
  static bool captures(const Entry& entry);
  static Hops compute(const Entry& entry);
  static const Route* find_route(const Entry& entry, FaceId face, std::uint64_t origin);
  static Route* find_route(Entry& entry, FaceId face, std::uint64_t origin);

  Map::iterator insert_entry(Map::iterator hint, const wire::Name& prefix);
  void erase_entry(Map::iterator position);
  Node* find_parent(Map::iterator position) const;
  table::FibOutcome refresh(Node& node);
  void refresh_descendants(Map::iterator position);
  void remove_route(Map::iterator position, std::size_t index);
  void index(Node& node, const Route& route);
  void unindex(Node& node, const Route& route);

  FibWriter& fib_;
  Map entries_;
  std::unordered_map<FaceId, std::unordered_set<Node*>> by_face_;
  std::set<std::tuple<TimeNs, Node*, FaceId, std::uint64_t>> expiries_;
  Observer added_;
  Observer removed_;
};

}  // namespace augustus::manage
