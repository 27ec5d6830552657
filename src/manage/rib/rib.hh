// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "manage/rib/fib_writer.hh"
#include "manage/rib/route.hh"
#include "manage/rib/turn.hh"
#include "table/next_hop.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::manage {

/// Routing Information Base: routes by prefix, and the FIB next hops that follow from them (NFD developer's
/// guide, RIB management). The next hops of a prefix that has routes are its own, one a Face at the lowest
/// cost, and, unless a route of the prefix has Capture, those inherited: walking up from the prefix, the
/// ChildInherit routes of each shorter prefix for Faces not met yet, up to and with the first that has
/// Capture; of these the table::next_hops_max cheapest. A change recomputes only the prefix and, where what it passes on
/// changed, the prefixes below it: some at once, and of a large subtree the rest in turns (refresh_more()), so that a
/// route of / over a million prefixes holds nobody up. A turn is measured by the routes and next hops that it looks at.
///
/// Who may make how many prefixes, and how many routes, is base/pool_shares' rule; routes of one prefix are bounded
/// besides.
class Rib {
 public:
  /// Of one prefix; those of the router itself may be more.
  static constexpr std::size_t routes_of_prefix_max = 1024;
  /// Of these, those to one Face: they differ in origin.
  static constexpr std::size_t routes_of_face_max = 16;
  /// Routes in all, for each prefix that the FIB has room for.
  static constexpr std::uint32_t routes_for_prefix = 4;
  /// Units of a turn: prefixes below a changed one that are recomputed with it, and routes that expire in one go.
  static constexpr std::size_t work_at_once = 1024;

  using Observer = std::function<void(const wire::Name& prefix, const Route& route)>;

  /// `fib` and `data_plane` must outlive this.
  Rib(FibWriter& fib, const DataPlane& data_plane);

  /// Why the program that asks for the route (its registrar) has to go without; std::nullopt: it may have it. Counts
  /// what it refuses.
  std::optional<std::string> refusal(const wire::Name& prefix, const Route& route);
  /// Adds the route or changes the one of the same Face and origin. Not `ok`: the FIB refused the prefix and
  /// nothing was changed.
  table::FibOutcome add(const wire::Name& prefix, const Route& route);
  /// False when there is no such route.
  bool remove(const wire::Name& prefix, FaceId face, std::uint64_t origin);
  /// Removes routes of the Face until the turn is over; true when none is left.
  bool remove_face(FaceId face, Turn& turn);
  bool remove_face(FaceId face, std::size_t limit) {
    Turn turn(limit);
    return remove_face(face, turn);
  }
  /// Removes what expired; returns when to call again (time_never: no route expires; `now`: there is more to remove).
  TimeNs expire(TimeNs now);
  /// Recomputes more prefixes below those that changed, in a turn of `limit` units; true when none is left.
  bool refresh_more(std::size_t limit);

  /// The prefix's route of this Face and origin; nullptr: there is none. Valid until the next change.
  const Route* find(const wire::Name& prefix, FaceId face, std::uint64_t origin) const;

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
  /// The same for those after `after`, or from the first on, until the turn is over. The last one visited; std::nullopt:
  /// there are no more.
  std::optional<wire::Name> for_each_after(
      const std::optional<wire::Name>& after, Turn turn,
      const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const;
  std::size_t prefix_count() const { return entries_.size(); }
  /// All routes by who made them.
  const RibPool& routes() const { return routes_; }
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
    std::vector<Route> routes;  // by Face, then origin
    Hops installed;             // as last given to the FIB, by Face
    PoolPart part;
  };
  /// The prefixes below a changed one, on their way to be recomputed in canonical order.
  struct Sweep {
    wire::Name done;                  // up to here
    std::optional<wire::Name> until;  // it changed again meanwhile: go round once more, up to here
    bool again = false;               // it is going round
  };
  /// What an entry passes on to those below it.
  struct Heritage {
    Hops hops;
    bool capture = false;
    bool operator==(const Heritage&) const = default;
  };

  static Heritage heritage(const Entry& entry);
  static bool captures(const Entry& entry);
  Hops compute(const Node& node, std::size_t& looked_at) const;
  static std::vector<Route>::iterator route_at(Entry& entry, FaceId face, std::uint64_t origin);
  static bool is_at(const Entry& entry, std::vector<Route>::const_iterator position, FaceId face,
                    std::uint64_t origin);

  Map::iterator insert_entry(Map::iterator hint, const wire::Name& prefix, FaceId registrar);
  void erase_entry(Map::iterator position);
  /// Visits the entries of shorter prefixes, the longest first, until `visit` returns false.
  template <typename Visit>
  void for_each_ancestor(const wire::Name& prefix, Visit&& visit) const;
  table::FibOutcome refresh(Node& node, Turn& turn);
  void refresh_descendants(const wire::Name& root, Turn& turn);
  bool advance(const wire::Name& root, Sweep& sweep, Turn& turn);
  bool remove(const wire::Name& prefix, FaceId face, std::uint64_t origin, Turn& turn);
  void remove_route(Map::iterator position, std::size_t index, Turn& turn);
  void index(Node& node, const Route& route);
  void unindex(Node& node, const Route& route);

  FibWriter& fib_;
  RibPool routes_;
  Map entries_;
  std::array<std::size_t, wire::prefix_components_max + 1> of_length_{};  // entries by their number of components
  std::map<wire::Name, Sweep> sweeps_;
  wire::Name swept_;  // the root of the one that had its turn last
  std::unordered_map<FaceId, std::unordered_set<Node*>> by_face_;
  std::set<std::tuple<TimeNs, Node*, FaceId, std::uint64_t>> expiries_;
  Observer added_;
  Observer removed_;
};

}  // namespace augustus::manage
