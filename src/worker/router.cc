// SPDX-License-Identifier: Apache-2.0
#include "worker/router.hh"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/descriptor_limit.hh"
#include "base/eal.hh"
#include "base/log.hh"
#include "forward/strategy_id.hh"
#include "worker/placement/placement_plan.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

/// Messages that wait for a thread, of each kind: what all hold is a quarter of the small packet buffers at most, where
/// there are enough of these.
unsigned mailbox_ring_size(unsigned small_packets, unsigned threads) {
  constexpr unsigned least = 255, most = 4095, kinds = 2, part = 4;
  return std::clamp(small_packets / (part * kinds * threads), least, most);
}

constexpr unsigned partitions_per_worker = 4;
constexpr unsigned partitions_with_ssd = 16;

unsigned partitions_wanted(const RouterOptions& options) {
  if (options.partitions != 0) {
    return std::max(options.partitions, options.workers);
  }
  if (!options.ssds.empty()) {
    // Fixed, so that the store outlives changes of the number of workers.
    const unsigned partitions = store::SsdFiles::partitions_of(options.ssds).value_or(partitions_with_ssd);
    if (partitions < options.workers) {
      throw std::runtime_error(fmt::format("the SSD store has {} partitions: too few for {} workers",
                                           partitions, options.workers));
    }
    return partitions;
  }
  return options.workers == 1 ? 1 : partitions_per_worker * options.workers;
}

/// Descriptors that the router has for other things than connections.
constexpr std::uint64_t descriptors_kept = 128;

std::uint32_t connections_max() {
  const std::uint64_t limit = raise_descriptor_limit();
  const std::uint64_t left = limit - std::min(limit, descriptors_kept);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(left, UINT32_MAX));
}

RouterOptions with_eal(const RouterOptions& options) {
  start_eal({.huge_pages = options.huge_pages,
             .memory_mb = options.eal_memory_mb,
             .pci_devices = options.pci_devices,
             .quiet = true});
  return options;
}

/// Of the workers and dispatchers, and of the management thread behind them.
std::vector<std::unique_ptr<Mailbox>> make_mailboxes(const RouterOptions& options) {
  const unsigned threads = options.workers + options.dispatchers + 1;
  std::vector<std::unique_ptr<Mailbox>> mailboxes;
  for (unsigned thread = 0; thread < threads; ++thread) {
    mailboxes.push_back(std::make_unique<Mailbox>(mailbox_ring_size(options.small_packets, threads)));
  }
  return mailboxes;
}

FibNodes nodes_for_fibs(const RouterOptions& options) {
  const auto& cpus = options.worker_cpus;
  const bool pinned = std::ranges::any_of(cpus, [](int cpu) { return cpu != cpu_none; });
  return pinned ? place_fibs(Topology::of_machine(), cpus, options.workers)
                : place_fibs(Topology{}, {}, options.workers);
}

/// One partition's share of the router's sizes.
forward::PartitionOptions partition_options(const RouterOptions& options, unsigned number, unsigned count) {
  const auto share = [count](auto total) {
    return static_cast<decltype(total)>((total + count - 1) / count);
  };
  forward::PartitionOptions partition;
  partition.number = number;
  partition.tables.entries_max = share(options.name_entries_max);
  partition.tables.pit_records_max = share(options.pit_records_max);
  partition.tables.extra_records_max = share(options.face_records_max);
  partition.tables.digests_max = share(options.digests_max);
  partition.tables.name_bytes_max = share(options.name_bytes_max);
  partition.tables.structure = options.pit_structure;
  partition.store = options.store;
  // Cached Data leave names for what is pending, half of them at least where both do not fit.
  const std::uint32_t names = partition.tables.entries_max;
  partition.store.packets_max = names - std::min(partition.tables.pit_records_max, names / 2);
  partition.store.capacity_packets = share(options.store.capacity_packets);
  partition.store.has_ssd = !options.ssds.empty();
  partition.store.ssd.batch = options.batch;
  partition.store.capacity_bytes = share(options.store.capacity_bytes);
  partition.dead_nonces_max = share(options.dead_nonces_max);
  return partition;
}

}  // namespace

Router::State::State(const RouterOptions& given)
    : options(with_eal(given)),
      partition_count(partitions_wanted(options)),
      key(options.table_key ? *options.table_key : HashKey::random()),
      pool("packets", options.small_packets, options.large_packets),
      quiescence(options.workers + options.dispatchers),
      faces(options.faces_max, connections_max()),
      fib_nodes(nodes_for_fibs(options)),
      fib({.prefixes_max = options.fib_prefixes_max}, fib_nodes.nodes, key, quiescence),
      strategies(options.strategy_prefixes_max, key, quiescence,
                 static_cast<std::uint8_t>(forward::StrategyId::best_route)),
      compact(make_compact_tables()),
      partitions(partition_count, options.workers),
      tables(make_tables()),
      busy_cycles(partition_count),
      mailboxes(make_mailboxes(options)),
      management(options.workers + options.dispatchers, faces, tables.front(), partitions, mailboxes, pool) {
  const unsigned threads = options.workers + options.dispatchers;
  for (unsigned number = 0; number < threads; ++number) {
    link_buffers.push_back(std::make_unique<face::LinkBuffers>(pool, faces, threads));
    // Dispatchers look nothing up.
    const unsigned replica = number < options.workers ? fib_nodes.replica_of_worker[number] : 0;
    const forward::SharedTables& near = tables[replica];
    const Worker::Shared shared{faces, near, partitions, mailboxes, quiescence, pool, busy_cycles, capture};
    workers.push_back(std::make_unique<Worker>(number, shared));
  }
  for (unsigned number = 0; number < partition_count; ++number) {
    Worker& owner = *workers[partitions.owner(number)];
    owner.add_partition(partition_options(options, number, partition_count));
    forwarders.push_back(owner.partitions().back()->forwarder.get());
    if (options.engine) {
      forwarders.back()->set_engine(options.engine());
    }
  }
  set_cs_capacity(options.store.capacity_packets);
  attach_ssds();
  faces.add_reserved({.id = face_id_management,
                      .remote_uri = "internal://",
                      .local_uri = "internal://",
                      .scope = forward::FaceScope::local,
                      .persistency = face::Persistency::permanent,
                      .flags = face::flag_local_fields},
                     static_cast<std::uint8_t>(management_thread()));
  load.note(load_sums());
  // Routes go with their Face, so management must hear of one that a worker closed.
  faces.on_event([this] { management.mailbox().wake(); });
}

std::optional<CompactTables> Router::State::make_compact_tables() {
  if (options.compact_names.empty()) {
    return std::nullopt;
  }
  const auto formats = static_cast<std::uint32_t>(options.compact_names.size());
  return std::make_optional<CompactTables>(
      options.compact_names, table::PrefixTableSizes{.prefixes_max = formats * options.fib_prefixes_max},
      fib_nodes.nodes, formats * options.strategy_prefixes_max, key, quiescence,
      static_cast<std::uint8_t>(forward::StrategyId::best_route));
}

std::vector<forward::SharedTables> Router::State::make_tables() {
  std::vector<forward::SharedTables> made;
  for (unsigned replica = 0; replica < fib.count(); ++replica) {
    made.push_back({.faces = faces.attributes(),
                    .fib = fib[replica],
                    .strategies = strategies,
                    .pending_prefixes = pending_prefixes,
                    .network_regions = options.network_regions,
                    .hash = KeyedHash(key),
                    .partition_count = partition_count,
                    .batch = options.batch,
                    .localhop_to_non_local = options.localhop_to_non_local,
                    .lifetime_max = options.lifetime_max_ms * nanoseconds_per_millisecond,
                    .compact_fib = compact ? &compact->fib(replica) : nullptr,
                    .compact_strategies = compact ? &compact->strategies() : nullptr,
                    .trace = &trace,
                    .sampler = &sampler});
  }
  return made;
}

int Router::State::cpu_of(unsigned thread) const {
  const bool dispatcher = thread >= options.workers;
  const auto& cpus = dispatcher ? options.dispatcher_cpus : options.worker_cpus;
  const unsigned index = dispatcher ? thread - options.workers : thread;
  return index < cpus.size() ? cpus[index] : -1;
}

void Router::State::adopt(std::unique_ptr<face::Transport> transport, unsigned thread,
                          const std::vector<FaceId>& faces_of) {
  const auto add = [&](TransportSet& transports) {
    auto* added = transport.get();
    transports.add(std::move(transport));
    for (const FaceId face : faces_of) {
      transports.bind(face, added);
    }
    return true;
  };
  if (thread == management_thread()) {
    add(management.transports());
  } else {
    on_worker(thread, [&](Worker& worker) { return add(worker.transports()); });
  }
}

Router::Router(const RouterOptions& options) : state_(std::make_unique<State>(options)) {}

Router::~Router() {
  stop();
  // Faces that end with their transports below have nobody to tell any more.
  state_->faces.on_event(nullptr);
}

void Router::start() {
  state_->start_wall_ns = wall_clock_now();
  for (unsigned number = 0; number < state_->workers.size(); ++number) {
    const int cpu = state_->cpu_of(number);
    const unsigned partitions = state_->workers[number]->partition_count();
    const bool dispatcher = number >= state_->options.workers;
    state_->workers[number]->start((dispatcher ? "dispatcher-" : "worker-") + std::to_string(number), cpu);
    log(LogModule::worker)
        .info("{} {} started{}, {} partitions", dispatcher ? "dispatcher" : "worker", number,
              cpu < 0 ? "" : " on CPU " + std::to_string(cpu), partitions);
  }
  state_->running = true;
}

void Router::stop() {
  for (auto& worker : state_->workers) {
    worker->stop();
  }
  state_->running = false;
  state_->close_ssds();
}

void Router::add_transport(unsigned worker, std::unique_ptr<face::Transport> transport,
                           const std::vector<FaceId>& faces) {
  state_->adopt(std::move(transport), worker, faces);
}

PacketPool& Router::packets() {
  return state_->pool;
}

face::FaceTable& Router::faces() {
  return state_->faces;
}

face::LinkBuffers& Router::link_buffers(unsigned worker) {
  return *state_->link_buffers[worker];
}

void Router::on_management_packet(std::function<void(std::span<const std::uint8_t>, FaceId)> handler) {
  state_->management.on_packet(std::move(handler));
}

void Router::on_lesson(std::function<void(const Lesson&)> handler) {
  state_->management.on_lesson(std::move(handler));
}

void Router::on_announcement_wanted(
    std::function<std::vector<std::uint8_t>(std::span<const std::uint8_t>)> announcer) {
  state_->management.on_announcement_wanted(std::move(announcer));
}

bool Router::send_from_management(std::span<const std::uint8_t> packet) {
  return state_->management.inject(packet);
}

int Router::descriptor() const {
  return state_->management.transports().descriptor();
}

void Router::State::log_ports() {
  for (Port& port : ports) {
    if (const bool up = port.transport->is_up(); up != port.logged_up) {
      port.logged_up = up;
      log(LogModule::port).info("port {} is {}", port.transport->name(), up ? "up" : "down");
    }
  }
}

TimeNs Router::poll() {
  state_->quiescence.poll();
  state_->log_ports();
  const TimeNs now = monotonic_now();
  if (state_->load.next() <= now) {
    state_->load.note(state_->load_sums());
  }
  return std::min(state_->management.poll(now), state_->load.next());
}

}  // namespace augustus::worker
