// SPDX-License-Identifier: Apache-2.0
// Load on a forwarder over UDP on loopback. One thread is consumer and producer at once, so that the load
// takes one core and the forwarder another. Up to --outstanding Interests are under way, each in a slot of
// its own; one that is not answered in time (or, with --mode interest, does not reach the producer) is
// counted as lost and its slot used again.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>

#include "bench/datagram_batch.hh"
#include "bench/load_packets.hh"

namespace augustus::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::uint16_t router_port = 6363, producer_port = 0;
  std::string mode = "exchange";
  unsigned outstanding = 128;
  std::uint32_t lifetime_ms = 4000;
  std::size_t payload_bytes = 100;
  double seconds = 3, warmup_seconds = 0.5;
  unsigned loss_ms = 50;
  std::uint64_t objects = 0;  // 0: ever new names
};

class Load {
 public:
  explicit Load(const Options& options)
      : options_(options),
        interest_(options.lifetime_ms),
        data_(options.payload_bytes),
        slots_(options.outstanding),
        consumer_(open_socket(0, options.router_port)),
        producer_(open_socket(options.producer_port, 0)),
        // Names of a run are new to the forwarder, also after another run.
        sequence_base_(options.objects != 0 ? 0 : (std::random_device{}() & 0x7fffffffu) * (1ull << 27)) {
    for (unsigned i = 0; i < options.outstanding; ++i) slots_[i].sequence = sequence_base_ + i;
  }

  void run_for(double seconds) {
    now_ = Clock::now();
    const auto end =
        now_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    auto next_check = now_;
    while (now_ < end) {
      send_interests();
      serve_producer();
      receive_data();
      now_ = Clock::now();
      if (now_ >= next_check) {
        write_off_lost();
        next_check = now_ + std::chrono::milliseconds(1);
      }
    }
  }

  void reset_counts() { sent_ = arrived_ = answered_ = lost_ = strange_ = 0; }

  nlohmann::json report(double seconds) const {
    const auto completed = options_.mode == "interest" ? arrived_ : answered_;
    return {{"mode", options_.mode},
            {"lifetime_ms", options_.lifetime_ms},
            {"seconds", seconds},
            {"outstanding", options_.outstanding},
            {"sent", sent_},
            {"at_producer", arrived_},
            {"answered", answered_},
            {"lost", lost_},
            {"strange", strange_},
            {"per_s", static_cast<double>(completed) / seconds},
            {"name_characters", LoadNames::uri_characters},
            {"payload_bytes", options_.payload_bytes}};
  }

 private:
  struct Slot {
    std::uint64_t sequence = 0;
    Clock::time_point sent;
    bool under_way = false;
  };

  void send_interests() {
    for (auto& slot : slots_) {
      if (slot.under_way) continue;
      slot.under_way = true;
      slot.sent = now_;
      ++sent_;
      interests_.commit(
          interest_.write(interests_.next(), slot.sequence, static_cast<std::uint32_t>(random_())));
      if (interests_.full()) interests_.send(consumer_);
    }
    if (interests_.size() > 0) interests_.send(consumer_);
  }

  /// The slot's Interest is done with: the next name that falls into the same slot.
  void free(Slot& slot) {
    slot.under_way = false;
    slot.sequence += options_.outstanding;
    if (options_.objects != 0) slot.sequence %= options_.objects;
  }

  /// Frees the slot of a packet that came back, unless it was written off before.
  bool complete(std::uint64_t sequence) {
    Slot& slot = slots_[(sequence - sequence_base_) % options_.outstanding];
    if (!slot.under_way || slot.sequence != sequence) return false;
    free(slot);
    return true;
  }

  void serve_producer() {
    sockaddr_in router{};
    while (arrivals_.receive(producer_, &router) > 0) {
      for (unsigned i = 0; i < arrivals_.size(); ++i) {
        const auto packet = read_packet(arrivals_[i]);
        if (!packet || packet->kind != 5) {
          ++strange_;
        } else if (options_.mode == "interest") {
          arrived_ += complete(packet->sequence) ? 1 : 0;
        } else {
          ++arrived_;
          answers_.commit(data_.write(answers_.next(), *packet));
        }
      }
      if (answers_.size() > 0) answers_.send(producer_, &router);
    }
  }

  void receive_data() {
    while (arrivals_.receive(consumer_) > 0) {
      for (unsigned i = 0; i < arrivals_.size(); ++i) {
        const auto packet = read_packet(arrivals_[i]);
        if (packet && packet->kind == 6) {
          answered_ += complete(packet->sequence) ? 1 : 0;
        } else {
          ++strange_;
        }
      }
    }
  }

  void write_off_lost() {
    for (auto& slot : slots_) {
      if (!slot.under_way || now_ - slot.sent < std::chrono::milliseconds(options_.loss_ms)) continue;
      ++lost_;
      free(slot);
    }
  }

  Options options_;
  InterestTemplate interest_;
  DataTemplate data_;
  std::vector<Slot> slots_;
  int consumer_, producer_;
  std::uint64_t sequence_base_;
  std::minstd_rand random_{std::random_device{}()};
  DatagramBatch interests_, arrivals_, answers_;
  Clock::time_point now_{};
  std::uint64_t sent_ = 0, arrived_ = 0, answered_ = 0, lost_ = 0, strange_ = 0;
};

int run(int argc, char** argv) {
  Options options;
  CLI::App app("Drives a forwarder over UDP on loopback and prints what it achieved as JSON");
  app.add_option("--router-port", options.router_port)->required();
  app.add_option("--producer-port", options.producer_port, "where the forwarder sends /udp-load")->required();
  app.add_option("--mode", options.mode, "interest: nobody answers; exchange; hit: few names, fetched before")
      ->check(CLI::IsMember({"interest", "exchange", "hit"}));
  app.add_option("--outstanding", options.outstanding)->check(CLI::Range(1, 4096));
  app.add_option("--lifetime-ms", options.lifetime_ms)->check(CLI::Range(1, 65535));
  app.add_option("--payload", options.payload_bytes)->check(CLI::Range(0, 252));
  app.add_option("--seconds", options.seconds);
  app.add_option("--warmup", options.warmup_seconds, "seconds before the count starts");
  app.add_option("--loss-ms", options.loss_ms, "an Interest is lost when nothing came of it for so long");
  CLI11_PARSE(app, argc, argv);
  if (options.mode == "hit") options.objects = 8ull * options.outstanding;

  auto load = std::make_unique<Load>(options);
  load->run_for(options.warmup_seconds);
  load->reset_counts();
  const auto start = Clock::now();
  load->run_for(options.seconds);
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  std::printf("%s\n", load->report(elapsed.count()).dump().c_str());
  return 0;
}

}  // namespace
}  // namespace augustus::bench

int main(int argc, char** argv) try {
  return augustus::bench::run(argc, argv);
} catch (const std::exception& error) {
  std::fprintf(stderr, "udp_load: %s\n", error.what());
  return 1;
}
