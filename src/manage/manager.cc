// SPDX-License-Identifier: Apache-2.0
#include "manage/manager.hh"

#include <algorithm>
#include <deque>
#include <limits>
#include <stdexcept>

#include "base/log.hh"
#include "manage/cs_module.hh"
#include "manage/dispatcher.hh"
#include "manage/face_module.hh"
#include "manage/fib_module.hh"
#include "manage/graph_module.hh"
#include "manage/interest_queue.hh"
#include "manage/module_common.hh"
#include "manage/partition_module.hh"
#include "manage/rib/fib_writer.hh"
#include "manage/rib/outgoing_announcement.hh"
#include "manage/rib/readvertise.hh"
#include "manage/rib/rib.hh"
#include "manage/rib/route_learner.hh"
#include "manage/rib/turn.hh"
#include "manage/rib_module.hh"
#include "manage/router_module.hh"
#include "manage/security/authenticator.hh"
#include "manage/status_module.hh"
#include "manage/strategy_module.hh"
#include "manage/watch/capture_file.hh"
#include "manage/watch/trace_lines.hh"
#include "manage/watch/watch_module.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

namespace augustus::manage {

namespace {

constexpr std::uint8_t interest_first_byte = 5;
constexpr TimeNs sweep_interval = 60 * nanoseconds_per_second;
/// Units of a turn (Turn) in which routes of Faces that are gone are removed, so that those with a million do not stop
/// management.
constexpr std::size_t routes_at_once = 4096;
/// Units in which prefixes are recomputed, likewise.
constexpr std::size_t prefixes_at_once = 1024;
constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::string_view word_of(face::FaceEventKind kind) {
  switch (kind) {
    case face::FaceEventKind::created:
      return "created";
    case face::FaceEventKind::destroyed:
      return "destroyed";
    case face::FaceEventKind::up:
      return "up";
    case face::FaceEventKind::down:
      return "down";
  }
  return "changed";
}

/// Faces of clients come and go in any number.
void log_event(const face::FaceEvent& event) {
  const auto level =
      event.info.persistency == face::Persistency::on_demand ? spdlog::level::debug : spdlog::level::info;
  log(LogModule::face)
      .log(level, "Face {} {}: {}{}{}{}", event.info.id, word_of(event.kind), event.info.remote_uri,
           event.info.local_uri.empty() ? "" : " from ", event.info.local_uri,
           event.info.problem.empty() || event.kind == face::FaceEventKind::up ? ""
                                                                               : ": " + event.info.problem);
}

}  // namespace

struct Manager::State {
  State(std::unique_ptr<DataPlane> plane, const ManagerOptions& options);

  void register_own_prefix(const wire::Name& prefix);
  void take_face_events(TimeNs now);
  void forget_more_routes();
  void sweep_faces();
  std::unique_ptr<WatchSource> begin_trace(const ControlParameters& parameters);
  std::unique_ptr<WatchSource> begin_capture(const ControlParameters& parameters);
  void add_pools(PoolList& pools) const;

  std::unique_ptr<DataPlane> data_plane;
  Authenticator authenticator;
  Access access;
  FibWriter fib;
  Rib rib;
  RouteLearner learner;
  Readvertise readvertise;
  Dispatcher dispatcher;
  InterestQueue interests;
  StatusModule status;
  FaceModule faces;
  FibModule fib_module;
  CsModule cs;
  StrategyModule strategies;
  PartitionModule partitions;
  RibModule rib_module;
  RouterModule router_module;
  GraphModule graph;
  WatchModule trace;
  WatchModule capture;
  bool readvertising;
  TimeNs next_sweep = 0;
  std::deque<FaceId> leaving;  // Faces that are gone and may have routes yet
};

Manager::State::State(std::unique_ptr<DataPlane> plane, const ManagerOptions& options)
    : data_plane(std::move(plane)),
      authenticator(options),
      access(*data_plane, options),
      fib(*data_plane),
      rib(fib, *data_plane),
      learner(*data_plane, rib, authenticator, access),
      readvertise([this](std::span<const std::uint8_t> interest) { data_plane->send(interest); }),
      dispatcher(*data_plane, authenticator, access, options.localhop_rib),
      interests([this](const wire::Interest& interest, FaceId incoming, TimeNs now, TimeNs wall) {
        dispatcher.handle(interest, incoming, now, wall);
      }),
      status(*data_plane, dispatcher, options.version, [this](PoolList& pools) { add_pools(pools); }),
      faces(*data_plane, dispatcher),
      fib_module(*data_plane, fib, access, dispatcher),
      cs(*data_plane, dispatcher),
      strategies(*data_plane, dispatcher),
      partitions(*data_plane, dispatcher),
      rib_module(*data_plane, rib, authenticator, access, dispatcher),
      router_module(dispatcher),
      graph(dispatcher),
      trace(
          "augustus-trace", {.required = only(Field::name), .optional = only(Field::count)}, dispatcher,
          [this](const auto& parameters) { return begin_trace(parameters); },
          [this] { data_plane->stop_trace(); }),
      capture(
          "augustus-capture",
          {.required = 0,
           .optional = Field::name | Field::face_id | Field::count | Field::capacity | Field::mtu},
          dispatcher, [this](const auto& parameters) { return begin_capture(parameters); },
          [this] { data_plane->stop_capture(); }),
      readvertising(options.readvertise_nlsr) {
  status.also_count("announcement_refused", learner.refused());
  status.also_count("route_share", fib.pool().refused());
  status.also_count("route_total_share", rib.routes().refused());
  status.also_count("strategy_share", strategies.pool().refused());
  status.also_count("dataset_share", dispatcher.datasets_refused());
  status.also_count("connecting_share", faces.connecting_refused());
  status.also_count("management_share", interests.refused());
  if (readvertising) {
    rib.on_added([this](const auto& prefix, const Route& route) { readvertise.route_added(prefix, route); });
    rib.on_removed(
        [this](const auto& prefix, const Route& route) { readvertise.route_removed(prefix, route); });
  }
  register_own_prefix(wire::Name::literal("/localhost/nfd"));
  if (options.localhop_rib) {
    register_own_prefix(wire::Name::literal("/localhop/nfd"));
  }
}

void Manager::State::register_own_prefix(const wire::Name& prefix) {
  Route route;
  route.face = face_id_management;
  // A route of a shorter prefix leads elsewhere: what it passes on must not come in here.
  route.flags = route_flag_child_inherit | route_flag_capture;
  if (rib.add(prefix, route) != table::FibOutcome::ok) {
    throw std::runtime_error("the FIB has no room for " + prefix.uri());
  }
  access.reserve(prefix);
}

void Manager::State::take_face_events(TimeNs now) {
  bool some_left = false;
  for (const face::FaceEvent& event : data_plane->take_face_events()) {
    if (event.kind == face::FaceEventKind::destroyed) {
      leaving.push_back(event.info.id);
      some_left = true;
    }
    log_event(event);
    faces.notify(event, now);
  }
  if (some_left) {
    forget_more_routes();
  }
}

/// One turn for all that leave, however many leave together.
void Manager::State::forget_more_routes() {
  Turn turn(routes_at_once);
  while (!leaving.empty() && rib.remove_face(leaving.front(), turn) && fib.remove_face(leaving.front(), turn)) {
    leaving.pop_front();
  }
}

void Manager::State::sweep_faces() {
  std::vector<FaceId> named = rib.faces();
  const std::vector<FaceId> more = fib.faces();
  named.insert(named.end(), more.begin(), more.end());
  for (const FaceId face : named) {
    if (!data_plane->find_face(face)) {
      leaving.push_back(face);
    }
  }
}

std::unique_ptr<WatchSource> Manager::State::begin_trace(const ControlParameters& parameters) {
  auto* session = data_plane->start_trace(*parameters.name);
  return session == nullptr
             ? nullptr
             : std::make_unique<TraceLines>(*data_plane, *session, parameters.count.value_or(no_limit));
}

std::unique_ptr<WatchSource> Manager::State::begin_capture(const ControlParameters& parameters) {
  worker::CaptureFilter filter;
  if (parameters.face_id) {
    filter.face = face_of(*parameters.face_id);
    if (!data_plane->find_face(filter.face)) {
      throw std::invalid_argument("There is no such Face");
    }
  }
  filter.prefix = parameters.name.value_or(wire::Name());
  filter.snap_bytes = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(parameters.mtu.value_or(filter.snap_bytes), filter.snap_bytes));
  auto* session = data_plane->start_capture(filter);
  return session == nullptr
             ? nullptr
             : std::make_unique<CaptureFile>(*data_plane, *session, parameters.count.value_or(no_limit),
                                             parameters.capacity.value_or(no_limit));
}

Manager::Manager(std::unique_ptr<DataPlane> data_plane, const ManagerOptions& options)
    : state_(std::make_unique<State>(std::move(data_plane), options)) {}

Manager::~Manager() = default;

TimeNs Manager::tick(TimeNs now) {
  state_->take_face_events(now);
  if (now >= state_->next_sweep) {
    // Events beyond what the face table keeps are lost; no route may outlive its Face for that.
    state_->sweep_faces();
    state_->next_sweep = now + sweep_interval;
  }
  state_->forget_more_routes();
  TimeNs next = serve(now, wall_clock_now());
  next = std::min({next, state_->next_sweep, state_->rib.expire(now), state_->faces.tick(now)});
  if (state_->readvertising) {
    next = std::min(next, state_->readvertise.tick(now, wall_clock_now()));
  }
  next = std::min(next, state_->dispatcher.tick(now, wall_clock_now()));
  next = std::min({next, state_->trace.tick(now), state_->capture.tick(now)});
  const bool all_fresh = state_->rib.refresh_more(prefixes_at_once);
  return state_->leaving.empty() && all_fresh ? next : now;
}

table::FibOutcome Manager::add_route(const wire::Name& prefix, const Route& route) {
  return state_->rib.add(prefix, route);
}

bool Manager::remove_route(const wire::Name& prefix, FaceId face, std::uint64_t origin) {
  return state_->rib.remove(prefix, face, origin);
}

void Manager::trust(const ManagerOptions& options) {
  Access next(*state_->data_plane, options);  // throws before anything has changed
  state_->authenticator.trust(options);
  state_->access.trust(options);
}

void Manager::follow_strategies() {
  state_->strategies.pool().follow_table();
}

void Manager::on_graph(GraphAccess access) {
  state_->graph.on_graph(std::move(access));
}

void Manager::on_reload(Reloader reloader) {
  state_->router_module.on_reload(std::move(reloader));
}

std::size_t Manager::rib_prefixes() const {
  return state_->rib.prefix_count();
}

void Manager::for_each_rib_entry(
    std::size_t prefixes_max,
    const std::function<void(const wire::Name&, const std::vector<Route>&)>& visit) const {
  state_->rib.for_each_of_first(prefixes_max, visit);
}

std::vector<std::pair<std::string, std::uint64_t>> Manager::drops() const {
  return {{"announcement_refused", state_->learner.refused().value()},
          {"route_share", state_->fib.pool().refused().value()},
          {"route_total_share", state_->rib.routes().refused().value()},
          {"strategy_share", state_->strategies.pool().refused().value()},
          {"dataset_share", state_->dispatcher.datasets_refused().value()},
          {"connecting_share", state_->faces.connecting_refused().value()},
          {"management_share", state_->interests.refused().value()}};
}

void Manager::add_pools(PoolList& pools) const {
  state_->add_pools(pools);
}

void Manager::State::add_pools(PoolList& pools) const {
  pools.add("management_interests", "management_share", interests.figures());
  pools.add("rib_prefixes", "route_share", fib.pool().figures());
  pools.add("rib_routes", "route_total_share", rib.routes().figures());
  pools.add("strategy_prefixes", "strategy_share", strategies.pool().prefixes());
  pools.add("strategy_parameters", "strategy_share", strategies.pool().parameters());
  pools.add("dataset_questions", "dataset_share", dispatcher.dataset_questions());
  pools.add("dataset_segments", "", dispatcher.dataset_segments());
  pools.add("faces_connecting", "connecting_share", faces.connecting_figures());
}

void Manager::handle(std::span<const std::uint8_t> packet, FaceId incoming, TimeNs now) {
  if (packet.empty()) {
    return;
  }
  if (packet[0] == interest_first_byte) {
    if (auto interest = wire::Interest::decode(packet)) {
      state_->interests.take(std::move(*interest), state_->access.peer_of(incoming, false));
    }
  } else if (const auto data = wire::Data::decode(packet)) {
    state_->readvertise.handle(*data, now);
  }
}

TimeNs Manager::serve(TimeNs now, TimeNs wall) {
  // A Face that is gone must not get routes from a command it left behind.
  state_->take_face_events(now);
  return state_->interests.serve(now, wall);
}

void Manager::learn(const worker::Lesson& lesson, TimeNs now, TimeNs wall) {
  // As with commands: nothing is learned from a Face that is gone.
  state_->take_face_events(now);
  switch (lesson.kind) {
    case forward::RouteLesson::Kind::announced:
      state_->learner.announced(lesson.packet, lesson.announcement, lesson.face, now, wall);
      break;
    case forward::RouteLesson::Kind::no_route:
      state_->learner.withdrawn(lesson.packet, lesson.face);
      break;
  }
}

std::vector<std::uint8_t> Manager::announcement_for(std::span<const std::uint8_t> data, TimeNs now,
                                                    TimeNs wall) const {
  return outgoing_announcement(state_->rib, data, now, wall);
}

}  // namespace augustus::manage
