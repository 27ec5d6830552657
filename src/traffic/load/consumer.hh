// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "traffic/load/consumer_counters.hh"
#include "traffic/load/latency_histogram.hh"
#include "traffic/load/pacer.hh"
#include "traffic/load/packet_codec.hh"
#include "traffic/load/participant.hh"
#include "traffic/load/pending_table.hh"
#include "traffic/load/recent_names.hh"
#include "traffic/names/name_source.hh"

namespace augustus::traffic {

struct ConsumerOptions {
  std::uint32_t window = 256;  ///< Interests waiting for their Data; with a rate, the most there may be
  double rate = 0;             ///< Interests a second; 0: as many as the window lets
  bool poisson = false;
  std::uint64_t count = 0;  ///< Interests; 0: no limit
  TimeNs warm_up = 0;       ///< that is not counted
  TimeNs duration = 0;      ///< after it; 0: until stop()
  std::uint32_t lifetime_ms = 4000;
  TimeNs patience = 0;         ///< until an Interest without an answer is lost; 0: its lifetime
  bool write_lifetime = true;  ///< false: a compact packet goes without
  double can_be_prefix = 0;    ///< share of the Interests
  double must_be_fresh = 0;
  bool pit_tokens = false;
  bool repeat_names = false;  ///< ask for a name that is under way again; a Data answers the oldest of them
  bool verify = true;         ///< that content is what its name stands for
  std::uint64_t content_seed = 0;
  std::uint64_t seed = 1;
};

/// Sends Interests, at a rate or while a window has room, and tells what became of each. A name is asked for
/// once at a time: Data cannot tell which of several Interests it answers. One thread drives
/// it; counters and round trips may be read by others.
class Consumer final : public Participant, private Link::Receiver {
 public:
  /// Throws std::invalid_argument.
  Consumer(const ConsumerOptions& options, std::unique_ptr<Link> link, std::unique_ptr<NameSource> names);

  unsigned step(TimeNs now) override;
  TimeNs next_event() const override;
  Link& link() override { return *link_; }
  /// The Interest of that name has reached the producer, which leaves it at that: counted as satisfied.
  /// Called by the thread that drives the consumer.
  void arrived(std::span<const std::uint8_t> name);

  const ConsumerCounters& counters() const { return counters_; }
  /// In nanoseconds.
  const LatencyHistogram& round_trips() const { return round_trips_; }

  /// What was counted since the end of the warm-up: until no more Interests were sent, or until the last
  /// answer where a number of them was asked for. Valid once finished.
  struct Measured {
    ConsumerCounts start{};
    ConsumerCounts end{};
    TimeNs duration = 0;
    std::uint64_t out_bytes = 0, in_bytes = 0;  ///< of the link
  };
  const Measured& measured() const { return measured_; }
  std::uint32_t pending() const { return pending_.size(); }

 private:
  enum class Phase : std::uint8_t { starting, warming_up, measuring, draining, finished };

  void receive(const Packet& packet) override;
  void receive_data(const Packet& packet, const PacketFields& fields);
  void receive_nack(const Packet& packet, const PacketFields& fields);
  bool take(std::uint64_t hash, const Packet& packet);
  void count_unasked(RecentNames::End end);
  void advance(TimeNs now);
  void begin_measuring(TimeNs now);
  void stop_sending(TimeNs now);
  void end_measuring(TimeNs now);
  unsigned allowed(TimeNs now);
  unsigned send_due(TimeNs now);
  bool send_one(std::span<const std::uint8_t> name, TimeNs now);

  ConsumerOptions options_;
  std::unique_ptr<Link> link_;
  std::unique_ptr<NameSource> names_;
  PacketCodec codec_;
  std::optional<Pacer> pacer_;
  Random random_;
  PendingTable pending_;
  RecentNames recent_;
  ConsumerCounters counters_;
  LatencyHistogram round_trips_;
  Measured measured_;
  Phase phase_ = Phase::starting;
  TimeNs started_ = 0;
  TimeNs measuring_since_ = 0;
  TimeNs stopped_ = 0;
  TimeNs last_answer_ = 0;
  TimeNs now_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t highest_ = 0;  ///< one more than the sequence number of the last Interest that was answered
  bool any_prefix_ = false;    ///< an Interest with CanBePrefix was sent
  bool all_joined_ = false;    ///< the names drawn last were all under way
  bool exhausted_ = false;     ///< no more names, or as many as were asked for
};

}  // namespace augustus::traffic
