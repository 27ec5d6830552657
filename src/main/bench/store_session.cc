// SPDX-License-Identifier: Apache-2.0
#include "main/bench/store_session.hh"

#include <rte_cycles.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

namespace augustus::bench {
namespace {

constexpr unsigned fill_passes_max = 12;
/// Of the catalogue: what may be missing on the SSD, and comes from the producer then.
constexpr std::uint64_t missing_part = 2000;
constexpr std::chrono::seconds patience{60};
/// Of requests that a device driven by a thread takes.
constexpr unsigned threaded_depth_min = 16;
constexpr std::uint32_t pit_records = 1u << 16;
constexpr std::uint32_t exchange_prefixes = 10'000;
constexpr std::uint32_t exchange_names = 1'000'000;
constexpr std::uint32_t exchange_entries = 32'768;
constexpr std::uint32_t exchange_outstanding = 1024;

void nap() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

std::uint64_t ssd_bytes(const StoreBenchOptions& options, const traffic::SegmentCatalogue& catalogue) {
  const std::uint64_t spare = std::uint64_t{options.devices} << 24;
  std::uint64_t extents = catalogue.segments() / options.batch + catalogue.objects();
  if (options.workload == StoreWorkload::insert) {
    extents /= 16;  // what is asked for again has left this tier too
  }
  return (extents + extents / 16) * store::frame_bytes_for_batch(options.batch) + spare;
}

/// Reads that may be under way are three quarters of the requests but one; a few more than are asked for, so
/// that no Interest is refused while others are only just being answered.
unsigned requests_for(unsigned reads) {
  return std::max((reads + 2) * 4 / 3 + 2, 16u);
}

/// Batches asked for at once. A thread keeps `depth` reads under way while the worker sees to those that have
/// ended, which are a few more.
unsigned batches_outstanding(const StoreBenchOptions& options) {
  const unsigned reads = options.depth * options.devices;
  return options.has_io_thread() && reads >= threaded_depth_min ? reads + reads / 4 : reads;
}

/// As many as keep the disk busy but never too busy; where there is none, enough for full bursts.
std::uint32_t default_outstanding(const StoreBenchOptions& options) {
  switch (options.workload) {
    case StoreWorkload::l1_hit:
    case StoreWorkload::insert:
      return 1024;
    case StoreWorkload::l2_hit:
      return batches_outstanding(options) * options.batch;
    default:
      if (!options.uses_ssd()) {
        return 1024;
      }
      // What comes while the worker waits would not find what it waited for.
      return options.serial ? 1 : options.depth * options.devices;
  }
}

worker::RouterOptions router_options(const StoreBenchOptions& options,
                                     const traffic::SegmentCatalogue& catalogue, StoreSession::Kind kind) {
  worker::RouterOptions router;
  router.workers = 1;
  router.partitions = 1;
  router.worker_cpus = {options.cpu};
  router.batch = options.batch;
  router.pit_records_max = pit_records;
  router.store.replacement = options.replacement;
  router.store.admission = options.admission;
  router.store.capacity_bytes = options.l1_bytes;
  router.store.capacity_packets = static_cast<std::uint32_t>(
      options.l1_bytes / catalogue.data_bytes() * 9 / 8 + 1024 + (kind.exchange ? exchange_entries : 0));
  router.name_entries_max = router.store.capacity_packets + 2 * pit_records;
  router.small_packets = 65'535;
  router.large_packets = 8'191;
  router.eal_memory_mb = 320;
  router.fib_prefixes_max = 2 * exchange_prefixes;
  if (options.uses_ssd()) {
    for (unsigned device = 0; device < options.devices; ++device) {
      store::SsdPlace place{options.path(device), ssd_bytes(options, catalogue) / options.devices};
      if (options.emulates()) {
        place.emulated = {options.emulated_gbps * 1e9, options.memory, options.delay};
      }
      router.ssds.push_back(place);
    }
    router.partitions = options.devices;
    router.store.ssd.serial = options.serial;
    router.store.ssd.threads = options.io_threads;
    router.store.ssd.share = options.ssd_share;
    router.store.ssd.admission = options.ssd_admission;
    router.store.frame_bytes = store::frame_bytes_for_batch(options.batch);
    const unsigned reads = options.depth * options.devices;
    router.store.ssd.depth =
        options.has_io_thread() ? std::max(reads, threaded_depth_min) : requests_for(reads);
    // Registered frames are locked memory, of which others than root have little.
    router.store.ssd.registered = geteuid() == 0;
    if (!kind.admits) {
      router.store.ssd.admission = {.kind = store::Admission::probability, .probability = 0};
    }
  }
  return router;
}

}  // namespace

StoreSession::StoreSession(const StoreBenchOptions& options, const traffic::SegmentCatalogue& catalogue,
                           Kind kind)
    : options_(options),
      catalogue_(catalogue),
      router_(std::make_unique<worker::Router>(router_options(options, catalogue, kind))) {
  const bool batches = options.workload == StoreWorkload::l2_hit;
  const std::uint32_t outstanding =
      options.outstanding != 0 ? options.outstanding : default_outstanding(options);
  load_ = std::make_unique<traffic::StoreLoad>(catalogue, outstanding, batches ? options.batch : 1,
                                               router_->packets());
  auto port = std::make_unique<traffic::StorePort>(*load_, "store", options.burst, std::uint8_t{0},
                                                   router_->faces(), router_->packets());
  port_ = port.get();
  const auto prefix = wire::Name::from_value(traffic::SegmentCatalogue::prefix());
  router_->set_next_hops(*prefix, {{port_->producer(), 0}});
  router_->add_transport(0, std::move(port), {port_->consumer(), port_->producer()});
  if (kind.exchange) {
    names_.emplace(traffic::NameShape{.prefixes = exchange_prefixes}, exchange_names);
    exchange_ = std::make_unique<traffic::ExchangeLoad>(
        traffic::ExchangeLoadOptions{.outstanding = exchange_outstanding}, *names_, router_->packets());
    auto memory =
        std::make_unique<traffic::MemoryPort>(*exchange_, wire::PacketFormat::ndn, options.burst,
                                              std::uint8_t{0}, router_->faces(), router_->packets());
    exchange_port_ = memory.get();
    for (std::uint32_t number = 0; number < exchange_prefixes; ++number) {
      router_->set_next_hops(*wire::Name::from_value(names_->prefix(number)),
                             {{exchange_port_->producer(), 0}});
    }
    router_->add_transport(0, std::move(memory), {exchange_port_->consumer(), exchange_port_->producer()});
  }
  router_->start();
}

StoreSession::~StoreSession() {
  if (router_ != nullptr) {
    router_->stop();
  }
}

void StoreSession::wait_until(const std::function<bool()>& done) {
  std::uint64_t before = ~std::uint64_t{0};
  auto moved = std::chrono::steady_clock::now();
  for (; !done(); nap()) {
    const std::uint64_t now = load_->counts().delivered();
    if (now != before) {
      before = now;
      moved = std::chrono::steady_clock::now();
    } else if (std::chrono::steady_clock::now() - moved > patience) {
      throw std::runtime_error("no Data comes any more");
    }
  }
}

std::uint64_t StoreSession::write_busy() {
  return router_->cs_status().ssd->write_busy;
}

void StoreSession::fill_ssd() {
  // Frames that come faster than the disk writes are dropped: the pace follows that.
  constexpr double interval_min = 200;
  constexpr double interval_max = 30'000;
  double interval = 8000;
  std::uint64_t missing = catalogue_.segments();
  for (unsigned pass = 0; pass < fill_passes_max; ++pass) {
    const std::uint64_t from_producer = load_->counts().from_producer.value();
    std::uint64_t busy = write_busy();
    const auto group = static_cast<double>(options_.workload == StoreWorkload::l2_hit ? options_.batch : 1);
    load_->use(traffic::sequential_order(catalogue_.segments(), 0, catalogue_.segments()));
    wait_until([&] {
      const std::uint64_t now = write_busy();
      interval = std::clamp(now != busy ? interval * 1.15 : interval * 0.98, interval_min, interval_max);
      busy = now;
      load_->set_interval(static_cast<TimeNs>(interval * group));
      return load_->idle();
    });
    // A last pass that brought little says that the disk does not get better.
    const std::uint64_t before =
        std::exchange(missing, load_->counts().from_producer.value() - from_producer);
    if (missing <= catalogue_.segments() / missing_part || (pass > 1 && missing > before / 4 * 3)) {
      break;
    }
  }
  load_->set_interval(0);
}

void StoreSession::go_on(std::unique_ptr<traffic::SegmentOrder> order, std::uint64_t segments) {
  const std::uint64_t from = load_->counts().delivered();
  load_->use(std::move(order));
  wait_until([&] { return load_->counts().delivered() - from >= segments || load_->idle(); });
}

StoreSession::Reading StoreSession::read() {
  Reading reading;
  // By the worker itself: between two readings of another thread on a busy machine thousands of segments
  // come.
  const auto status = router_->cs_status([&] {
    port_->check_sent();
    reading.ticks = rte_rdtsc();
    reading.apart = port_->feed_ticks() + port_->check_ticks();
    if (exchange_port_ != nullptr) {
      reading.apart += exchange_port_->feed_ticks() + exchange_port_->check_ticks();
      reading.exchanges = exchange_->counts().completed.value();
    }
    reading.hits = load_->counts().hits.value();
    reading.from_producer = load_->counts().from_producer.value();
    reading.bytes = load_->counts().bytes.value();
  });
  if (status.ssd) {
    reading.ssd = *status.ssd;
  }
  return reading;
}

StoreRun StoreSession::measure(double seconds, std::uint64_t segments) {
  const Reading start = read();
  if (segments == 0) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  } else {
    wait_until([&] { return load_->counts().delivered() - start.segments() >= segments; });
  }
  const Reading end = read();
  const auto hz = static_cast<double>(rte_get_tsc_hz());
  return {.seconds = static_cast<double>(end.ticks - start.ticks) / hz,
          .router_seconds = static_cast<double>(end.ticks - start.ticks - (end.apart - start.apart)) / hz,
          .segments = end.segments() - start.segments(),
          .bytes = end.bytes - start.bytes,
          .from_producer = end.from_producer - start.from_producer,
          .l2_hits = end.ssd.hits - start.ssd.hits,
          .reads = end.ssd.reads - start.ssd.reads,
          .prefetches = end.ssd.prefetches - start.ssd.prefetches,
          .writes = end.ssd.writes - start.ssd.writes,
          .read_busy = end.ssd.read_busy - start.ssd.read_busy,
          .write_busy = end.ssd.write_busy - start.ssd.write_busy};
}

double StoreSession::measure_exchanges(double seconds) {
  const Reading start = read();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const Reading end = read();
  const double router = static_cast<double>(end.ticks - start.ticks - (end.apart - start.apart));
  return static_cast<double>(end.exchanges - start.exchanges) / router *
         static_cast<double>(rte_get_tsc_hz());
}

void StoreSession::pause() {
  load_->use(nullptr);
  wait_until([&] { return load_->idle(); });
}

void StoreSession::stop() {
  if (exchange_ != nullptr) {
    exchange_->stop();
    for (unsigned waited = 0; !exchange_->drained() && waited < 5000; ++waited) {
      nap();
    }
  }
  router_->stop();
}

}  // namespace augustus::bench
