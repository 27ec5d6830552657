// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hh"
#include "base/face_id.hh"
#include "base/pool_list.hh"
#include "manage/data_plane.hh"
#include "manage/graph_access.hh"
#include "manage/manager_options.hh"
#include "manage/reload_report.hh"
#include "manage/rib/route.hh"
#include "wire/name.hh"
#include "worker/lesson.hh"
#include "worker/router.hh"

namespace augustus::manage {

/// The management side of a router: the NFD management protocol on the management Face, command
/// authentication and the RIB. Lives on the management thread, whose loop waits for Router::descriptor() or
/// the time tick() returned, then calls Router::poll() and tick().
class Manager {
 public:
  /// Takes over the router's management packets and lessons and registers the router's own prefixes; the
  /// router must outlive this and its management Face exist. Throws std::runtime_error when a certificate
  /// cannot be loaded.
  Manager(worker::Router& router, const ManagerOptions& options);
  Manager(std::unique_ptr<DataPlane> data_plane, const ManagerOptions& options);
  ~Manager();

  /// Takes face events, serves what waits (serve()) and lets routes expire. Returns when to call again at the latest.
  /// Monotonic time.
  TimeNs tick(TimeNs now);

  /// Adds a route of the configuration. Anything but `ok`: the FIB has no room, or the prefix is too deep.
  table::FibOutcome add_route(const wire::Name& prefix, const Route& route);

  /// False when there is no such route.
  bool remove_route(const wire::Name& prefix, FaceId face, std::uint64_t origin);
  /// Believes the signers and the group of operators that the options name from now on. Throws std::runtime_error, and changes nothing
  /// then.
  void trust(const ManagerOptions& options);
  /// The configuration has made or withdrawn strategy choices.
  void follow_strategies();
  /// A modular router's graph, for commands about it.
  void on_graph(GraphAccess access);
  /// Who reads the configuration again when a command says so.
  void on_reload(Reloader reloader);

  std::size_t rib_prefixes() const;
  /// The first prefixes of the RIB, in canonical order, with their routes.
  void for_each_rib_entry(
      std::size_t prefixes_max,
      const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const;
  /// What management refused, by reason; besides RouterStatus::drops.
  std::vector<std::pair<std::string, std::uint64_t>> drops() const;

  /// Adds the pools of management; besides RouterStatus::pools.
  void add_pools(PoolList& pools) const;

  /// A bare Interest or Data that was sent to the management Face. An Interest waits for its Face's turn in serve().
  /// Monotonic time.
  void handle(std::span<const std::uint8_t> packet, FaceId incoming, TimeNs now);
  /// Serves Interests that wait, one of each Face in turn, for some milliseconds and one at least. Returns when to call
  /// again. Times: monotonic, wall.
  TimeNs serve(TimeNs now, TimeNs wall);

  /// What a worker's strategy learned about a route. Times: monotonic, wall.
  void learn(const worker::Lesson& lesson, TimeNs now, TimeNs wall);

  /// The announcement to send with this Data to who looks for routes, as manage/rib/outgoing_announcement has
  /// it.
  std::vector<std::uint8_t> announcement_for(std::span<const std::uint8_t> data, TimeNs now,
                                             TimeNs wall) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace augustus::manage
