// SPDX-License-Identifier: Apache-2.0
#include "main/bench/store.hh"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "main/bench/store_report.hh"
#include "main/bench/store_session.hh"
#include "main/errors.hh"
#include "model/cache_hit.hh"
#include "model/store_model.hh"

namespace augustus::bench {
namespace {

using traffic::SegmentCatalogue;

constexpr std::uint32_t stream_segments = 1280;
/// What is asked for before the clock starts, in sizes of L1.
constexpr std::uint64_t warm_ups_paper = 10;
constexpr std::uint64_t warm_ups = 2;

/// Chooses by name; --help shows the names alone.
template <typename Value>
CLI::Validator one_of(const std::map<std::string, Value>& values) {
  std::string names;
  for (const auto& [name, value] : values) {
    names += (names.empty() ? "{" : ",") + name;
  }
  return CLI::CheckedTransformer(values).description(names + "}");
}

bool is_paper(StoreWorkload workload) {
  return workload == StoreWorkload::seq || workload == StoreWorkload::unif || workload == StoreWorkload::real;
}

/// Memory is to have all that is asked for.
bool is_from_memory(const StoreBenchOptions& options) {
  return options.workload == StoreWorkload::l1_hit || (is_paper(options.workload) && !options.uses_ssd());
}

SegmentCatalogue catalogue_of(const StoreBenchOptions& options) {
  std::uint32_t per_object = options.object_segments;
  if (per_object == 0) {
    const bool small = options.workload == StoreWorkload::l1_hit || options.workload == StoreWorkload::l2_hit;
    per_object = small ? options.batch : stream_segments;
  }
  std::uint64_t bytes = options.catalogue_bytes;
  if (bytes == 0) {
    bytes = is_from_memory(options)                     ? options.l1_bytes / 2
            : options.workload == StoreWorkload::insert ? 64 * options.l1_bytes
                                                        : 4 * options.l1_bytes;
  }
  const std::uint64_t objects = std::max<std::uint64_t>(bytes / options.segment_bytes / per_object, 1);
  return {objects, per_object, options.segment_bytes};
}

std::unique_ptr<traffic::SegmentOrder> order_of(const StoreBenchOptions& options,
                                                const SegmentCatalogue& catalogue) {
  switch (options.workload) {
    case StoreWorkload::l1_hit:
    case StoreWorkload::unif:
      return traffic::uniform_order(catalogue.segments(), options.seed);
    case StoreWorkload::l2_hit:
      return traffic::scattered_batches(catalogue.segments(), options.batch);
    case StoreWorkload::insert:
    case StoreWorkload::seq:
      return traffic::sequential_order(catalogue.segments());
    case StoreWorkload::real:
      break;
  }
  return traffic::stream_order({.objects = catalogue.objects(),
                                .segments = catalogue.segments_per_object(),
                                .zipf_exponent = options.zipf},
                               options.seed);
}

/// By equations 2 to 6, for what memory held; nothing for the other workloads.
std::optional<double> model_hit_ratio(const StoreBenchOptions& options, const SegmentCatalogue& catalogue,
                                      std::uint64_t held) {
  const auto memory = static_cast<double>(held);
  const auto all = static_cast<double>(catalogue.segments());
  switch (options.workload) {
    case StoreWorkload::unif:
      return model::uniform_hit_ratio(memory, all);
    case StoreWorkload::seq:
      return model::sequential_hit_ratio(memory, all, options.batch);
    case StoreWorkload::real: {
      const auto rates = model::zipf_rates(catalogue.objects(), options.zipf);
      const double objects = memory / catalogue.segments_per_object();
      return model::streaming_hit_ratio(options.replacement == store::Replacement::lru
                                            ? model::lru_hit_ratio(rates, objects)
                                            : model::fifo_hit_ratio(rates, objects),
                                        options.batch);
    }
    default:
      return std::nullopt;
  }
}

/// `name` and what a policy takes beside it.
void add_admission(CLI::App& command, const std::string& name, const std::string& what,
                   store::AdmissionOptions& admission) {
  using store::Admission;
  command.add_option(name, admission.kind, what + ": everything, probability, k-lru")
      ->transform(one_of(std::map<std::string, Admission>{{"everything", Admission::everything},
                                                          {"probability", Admission::probability},
                                                          {"k-lru", Admission::k_lru}}))
      ->type_name("TEXT")
      ->default_str("everything");
  command
      .add_option_function<unsigned>(
          name + "-percent", [&admission](unsigned percent) { admission.probability = percent / 100.0; },
          "With probability")
      ->check(CLI::Range(0, 100))
      ->default_str("100");
  command.add_option(name + "-k", admission.k, "With k-lru: what came so many times less one before")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
}

/// One measurement of `augustus bench store` with all that goes with it.
class StoreBench {
 public:
  explicit StoreBench(const StoreBenchOptions& options)
      : options_(options), catalogue_(catalogue_of(options)) {
    report_.segments = catalogue_.segments();
    report_.data_bytes = catalogue_.data_bytes();
    const std::size_t used = store::head_bytes_of(store::frame_bytes_for_batch(options.batch)) +
                             options.batch * (catalogue_.data_bytes() + 63) / 32 * 32;
    report_.read_bytes = (used + store::block_bytes - 1) / store::block_bytes * store::block_bytes;
  }
  ~StoreBench() {
    for (unsigned device = 0; made_file_ && !options_.keep && device < options_.devices; ++device) {
      std::error_code error;
      std::filesystem::remove(options_.path(device), error);
    }
  }

  StoreReport run() {
    if (!options_.ssd.empty()) {
      made_file_ = !std::filesystem::exists(options_.ssd);
    }
    {
      StoreSession session(options_, catalogue_, {});
      measure(session);
      finish(session);
    }
    if (options_.workload == StoreWorkload::l2_hit && options_.exchange && !options_.emulates()) {
      StoreSession session(options_, catalogue_, {.exchange = true, .admits = false});
      measure_beside(session);
      finish(session);
    }
    return std::move(report_);
  }

 private:
  void measure(StoreSession& session) {
    if (options_.direct && options_.emulates()) {
      report_.device = measure_device(options_, report_.read_bytes);
    }
    const bool fills = options_.uses_ssd() && options_.workload != StoreWorkload::insert &&
                       options_.workload != StoreWorkload::l1_hit;
    if (fills) {
      session.fill_ssd();
    }
    if (options_.direct && !is_paper(options_.workload) && options_.workload != StoreWorkload::l2_hit) {
      report_.direct = measure_direct(options_, session.router().packets());
    }
    warm_up(session);
    session.load().clear_latency();
    for (unsigned i = 0; i < options_.runs; ++i) {
      if (options_.workload == StoreWorkload::l2_hit && options_.fio) {
        session.pause();
        fio(0, report_.fio);
        session.go_on(order_of(options_, catalogue_), catalogue_.segments() / 64);
      }
      report_.runs.push_back(session.measure(options_.seconds, options_.requests));
    }
    report_.latency = summary_of(session.load().counts().hit_ns);
    if (options_.workload == StoreWorkload::l2_hit) {
      measure_half_load(session);
    }
    session.pause();
  }

  void warm_up(StoreSession& session) {
    const std::uint64_t l1_segments = options_.l1_bytes / catalogue_.data_bytes();
    if (is_from_memory(options_)) {
      // Twice, since what came first may have been sent on while its frame was written.
      session.go_on(traffic::sequential_order(catalogue_.segments(), 0, 2 * catalogue_.segments()),
                    2 * catalogue_.segments());
    }
    const bool by_paper = is_paper(options_.workload) && options_.uses_ssd();
    const std::uint64_t rounds = by_paper ? warm_ups_paper : warm_ups;
    session.go_on(order_of(options_, catalogue_), rounds * l1_segments);
  }

  /// False: there is no fio.
  bool fio(std::uint64_t rate, std::vector<FioResult>& results) {
    if (!report_.fio_missing.empty() || options_.emulates()) {
      return false;
    }
    const std::uint64_t extents = catalogue_.segments() / options_.batch;
    // The file's first extents, which are those that were written.
    const FioJob job{.file = options_.ssd,
                     .offset = 0,
                     .bytes = extents * store::frame_bytes_for_batch(options_.batch),
                     .block = report_.read_bytes,
                     .depth = options_.depth,
                     .seconds = options_.seconds,
                     .rate = rate};
    const auto result = run_fio(job, report_.fio_missing);
    if (result) {
      results.push_back(*result);
    }
    return result.has_value();
  }

  void measure_half_load(StoreSession& session) {
    std::vector<double> rates;
    for (const auto& run : report_.runs) {
      rates.push_back(static_cast<double>(run.segments) / run.seconds);
    }
    std::ranges::sort(rates);
    const double batches_per_s = rates[rates.size() / 2] / 2 / options_.batch;
    session.pause();
    session.load().set_interval(static_cast<TimeNs>(1e9 / batches_per_s));
    session.go_on(order_of(options_, catalogue_), catalogue_.segments() / 64);
    session.load().clear_latency();
    const std::uint64_t late = session.load().counts().unfed.value();
    report_.half_load_gbps = session.measure(options_.seconds).gbps();
    report_.half_load = summary_of(session.load().counts().hit_ns);
    report_.half_load_late = session.load().counts().unfed.value() - late;
    session.load().set_interval(0);
    session.pause();
    if (options_.fio) {
      std::vector<FioResult> results;
      if (fio(static_cast<std::uint64_t>(batches_per_s * static_cast<double>(report_.read_bytes)), results)) {
        report_.fio_half_load = results.front();
      }
    }
  }

  void measure_beside(StoreSession& session) {
    ExchangeBeside beside;
    session.measure_exchanges(std::max(options_.seconds, 0.5));
    for (unsigned i = 0; i < options_.runs; ++i) {
      beside.alone.push_back(session.measure_exchanges(options_.seconds));
      session.go_on(order_of(options_, catalogue_), catalogue_.segments() / 64);
      const std::uint64_t bytes = session.load().counts().bytes.value();
      beside.beside.push_back(session.measure_exchanges(options_.seconds));
      beside.beside_gbps.push_back(static_cast<double>(session.load().counts().bytes.value() - bytes) * 8e-9 /
                                   options_.seconds);
      session.pause();
    }
    report_.exchange = std::move(beside);
  }

  void finish(StoreSession& session) {
    if (report_.store.capacity_packets == 0) {
      report_.store = session.router().cs_status();
      report_.model_hit_ratio = model_hit_ratio(options_, catalogue_, report_.store.packets);
    }
    report_.lost += session.load().counts().lost.value();
    report_.altered += session.load().counts().altered.value();
    session.stop();
  }

  StoreBenchOptions options_;
  SegmentCatalogue catalogue_;
  StoreReport report_;
  bool made_file_ = false;
};

void check(const StoreBenchOptions& options) {
  if (options.workload == StoreWorkload::l2_hit && !options.uses_ssd()) {
    throw UsageError("this workload needs a file: --ssd, or --emulated");
  }
  if (!options.ssd.empty() && options.emulates()) {
    throw UsageError("--ssd and --emulated do not go together");
  }
  if (options.io_threads == 1u && (options.ssd.empty() || options.serial)) {
    throw UsageError("--io-threads 1 needs --ssd and --engine async");
  }
}

}  // namespace

void register_store(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<StoreBenchOptions>();
  auto* command = bench.add_subcommand(
      "store",
      "The content store in one worker, in memory and on a disk: parse to send, every Data compared");
  const std::map<std::string, StoreWorkload> workloads{
      {"l1-hit", StoreWorkload::l1_hit}, {"l2-hit", StoreWorkload::l2_hit}, {"insert", StoreWorkload::insert},
      {"seq", StoreWorkload::seq},       {"unif", StoreWorkload::unif},     {"real", StoreWorkload::real}};
  const std::map<std::string, store::Replacement> replacements{{"lru", store::Replacement::lru},
                                                               {"fifo", store::Replacement::fifo},
                                                               {"lfu", store::Replacement::lfu},
                                                               {"random", store::Replacement::random}};
  command
      ->add_option("--workload", options->workload,
                   "l1-hit: from memory; l2-hit: whole batches from the SSD; insert: new Data; seq, unif, "
                   "real: the hierarchical content store paper's, from memory alone without an SSD")
      ->transform(one_of(workloads))
      ->type_name("TEXT")
      ->default_str("l2-hit");
  command->add_option("--ssd", options->ssd, "File to make, on the disk to be measured, removed afterwards");
  command
      ->add_option("--emulated", options->emulated_gbps,
                   "Instead of a file, SSDs in memory that deliver so many Gbps each")
      ->check(CLI::Range(0.1, 1000.0));
  command->add_option("--devices", options->devices, "SSDs, or files on as many (FILE, FILE.1, ...)")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  command
      ->add_option("--memory", options->memory,
                   "Of emulated SSDs: static, or dynamic (taken when it is written)")
      ->transform(one_of(std::map<std::string, store::EmulatedSsd::Memory>{
          {"static", store::EmulatedSsd::Memory::fixed}, {"dynamic", store::EmulatedSsd::Memory::written}}))
      ->type_name("TEXT")
      ->default_str("static");
  command->add_option("--delay", options->delay, "How the serial engine waits for emulated SSDs: busy, sleep")
      ->transform(one_of(std::map<std::string, store::EmulatedSsd::Delay>{
          {"busy", store::EmulatedSsd::Delay::busy}, {"sleep", store::EmulatedSsd::Delay::sleep}}))
      ->type_name("TEXT")
      ->default_str("busy");
  command
      ->add_option("--engine", options->serial,
                   "async, or serial: the worker waits for each read (the paper's equations 8 to 10)")
      ->transform(one_of(std::map<std::string, bool>{{"async", false}, {"serial", true}}))
      ->type_name("TEXT")
      ->default_str("async");
  command
      ->add_option_function<std::string>(
          "--io-threads",
          [options](const std::string& threads) {
            options->io_threads = threads == "auto" ? std::nullopt : std::optional(threads == "1" ? 1u : 0u);
          },
          "Threads that drive the disk for the worker: 0, 1, or auto: one where there is a CPU for it")
      ->check(CLI::IsMember({"auto", "0", "1"}).description("{auto,0,1}"))
      ->type_name("TEXT")
      ->default_str("auto");
  command->add_option("--l1-bytes", options->l1_bytes, "Memory of the content store")
      ->check(CLI::Range(std::uint64_t{1} << 20, std::uint64_t{64} << 30))
      ->capture_default_str();
  command->add_option(
      "--catalogue-bytes", options->catalogue_bytes,
      "Content in all (default: 4 times --l1-bytes, half of it for l1-hit and without an SSD, for insert 64 times)");
  command->add_option("--segment-bytes", options->segment_bytes, "Content of a segment")
      ->check(CLI::Range(std::uint32_t{600}, SegmentCatalogue::content_bytes_max))
      ->capture_default_str();
  command->add_option("--object-segments", options->object_segments,
                      "Segments of an object (default: a batch for l1-hit and l2-hit, else 1280)");
  command->add_option("--batch", options->batch, "Segments of a frame and extent")
      ->check(CLI::Range(1, 32))
      ->capture_default_str();
  command->add_option("--depth", options->depth, "Reads of the SSD under way at once, here and for fio")
      ->check(CLI::Range(1, 512))
      ->capture_default_str();
  command
      ->add_option("--outstanding", options->outstanding,
                   "Interests waiting for their Data (default: for l2-hit --depth batches and a quarter "
                   "more; for l1-hit and "
                   "insert 1024; else --depth)")
      ->check(CLI::Range(1, 8192));
  command
      ->add_option("--replacement", options->replacement, "In memory: lru, fifo; lfu and random with --ssd")
      ->transform(one_of(replacements))
      ->type_name("TEXT")
      ->default_str("lru");
  command
      ->add_option("--ssd-share", options->ssd_share,
                   "Percent of the worker's time for what was read, where other packets wait; 100: no bound")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  add_admission(*command, "--admission", "New Data that memory takes", options->admission);
  add_admission(*command, "--ssd-admission", "Frames that leave memory and the SSD takes",
                options->ssd_admission);
  command->add_option("--burst", options->burst, "Packets taken from the port at once")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--zipf", options->zipf, "Exponent of the objects' popularity, for real")
      ->check(CLI::Range(0.0, 3.0))
      ->capture_default_str();
  command->add_option("--seed", options->seed)->capture_default_str();
  command->add_option("--requests", options->requests, "Segments of each run (default: by time)");
  command->add_option("--seconds", options->seconds, "Of each run")
      ->check(CLI::Range(0.05, 3600.0))
      ->capture_default_str();
  command->add_option("--runs", options->runs)->check(CLI::Range(1, 1000))->capture_default_str();
  command->add_option("--cpu", options->cpu, "CPU the worker is pinned to (default: none)");
  command->add_flag("!--no-fio", options->fio, "Do not read the same file with fio");
  command->add_flag("!--no-exchange", options->exchange, "Do not measure exchanges beside L2 hits");
  command->add_flag("!--no-direct", options->direct, "Do not measure lookups and insertions by themselves");
  command->add_flag("--keep", options->keep, "Leave the file");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_code] {
    check(*options);
    const auto report = StoreBench(*options).run();
    print(*options, report);
    exit_code = report.good() ? exit_ok : exit_failure;
  });
}

}  // namespace augustus::bench
