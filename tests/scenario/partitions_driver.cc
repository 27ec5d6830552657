// SPDX-License-Identifier: Apache-2.0
#include "scenario/partitions_driver.hh"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "forward/arrival.hh"
#include "forward/partition_of.hh"
#include "forward/read_view.hh"
#include "forward/strategy_id.hh"
#include "scenario/emulated_ssd.hh"
#include "store/ssd/ssd_tier.hh"
#include "wire/dispatch_hash.hh"
#include "wire/parse_packet.hh"

namespace augustus::scenario {
namespace {

constexpr std::uint32_t faces_max = 64;
/// Segments that share a frame where those of a whole content share a partition.
constexpr std::uint32_t ssd_batch = 8;

/// Always the same, so that a failure comes back; the SSD's too, which says what batches keep a frame open.
constexpr std::uint64_t ssd_key_seed = 0x2545f4914f6cdd1d;
constexpr HashKey fixed_key{{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0xd6e8feb86659fd93}};

FaceId face_id(unsigned face) {
  return face_id_first_user + face;
}
unsigned face_number(FaceId id) {
  return id - face_id_first_user;
}

forward::PartitionOptions partition_options(const Scenario& scenario, unsigned number,
                                            table::PitStructure structure) {
  forward::PartitionOptions options;
  options.number = number;
  const auto whole = [](std::uint64_t size) { return static_cast<std::uint32_t>(size); };
  const Sizes& sizes = scenario.sizes;
  options.tables.entries_max = whole(sizes.names);
  options.tables.pit_records_max = whole(sizes.pit);
  options.tables.extra_records_max = whole(sizes.records);
  options.tables.digests_max = whole(sizes.digests);
  options.tables.name_bytes_max = whole(sizes.name_bytes);
  options.tables.structure = structure;
  options.store.capacity_packets = whole(sizes.cs);
  options.store.capacity_bytes = sizes.cs_bytes;
  options.store.frame_bytes = whole(sizes.frame_bytes);
  options.store.replacement =
      scenario.cs_policy == "fifo" ? store::Replacement::fifo : store::Replacement::lru;
  options.store.has_ssd = sizes.ssd != 0;
  options.dead_nonces_max = whole(sizes.nonces);
  return options;
}

/// A count of one partition by the name scenarios use; nothing when there is no such count.
std::optional<std::uint64_t> forward_counter(forward::Forwarder& partition, const std::string& name) {
  const auto& counters = partition.counters();
  std::map<std::string, std::uint64_t> counts{
      {"interests", counters.interests.value()},
      {"data", counters.data.value()},
      {"nacks", counters.nacks.value()},
      {"out-interests", counters.out_interests.value()},
      {"out-data", counters.out_data.value()},
      {"out-nacks", counters.out_nacks.value()},
      {"cs-hits", counters.cs_hits.value()},
      {"cs-misses", counters.cs_misses.value()},
      {"cs-refused", counters.cs_refused.value()},
      {"satisfied", counters.satisfied.value()},
      {"unsatisfied", counters.unsatisfied.value()},
      {"aggregated", counters.aggregated.value()},
      {"retransmitted", counters.retransmitted.value()},
      {"pending", partition.name_table().pit_size()},
      {"cached", partition.content_store().size()},
  };
  if (partition.content_store().has_ssd()) {
    const auto& ssd = partition.content_store().ssd().counters();
    counts["ssd-hits"] = ssd.hits.value();
    counts["ssd-reads"] = ssd.reads.value();
    counts["ssd-writes"] = ssd.writes.value();
    counts["ssd-joined"] = ssd.joined.value();
  }
  if (const auto found = counts.find(name); found != counts.end()) {
    return found->second;
  }
  for (unsigned i = 0; i < static_cast<unsigned>(forward::Drop::count); ++i) {
    if (forward::drop_name(static_cast<forward::Drop>(i)) == name) {
      return counters.drops[i].value();
    }
  }
  return std::nullopt;
}

Packet packet_of(const forward::Outgoing& outgoing) {
  Packet packet;
  packet.kind = outgoing.kind;
  packet.bytes.resize(rte_pktmbuf_pkt_len(outgoing.packet));
  const void* read = rte_pktmbuf_read(outgoing.packet, 0, static_cast<std::uint32_t>(packet.bytes.size()),
                                      packet.bytes.data());
  if (read != packet.bytes.data()) {
    std::copy_n(static_cast<const std::uint8_t*>(read), packet.bytes.size(), packet.bytes.begin());
  }
  packet.reason = outgoing.nack_reason;
  packet.token.assign(outgoing.pit_token.begin(), outgoing.pit_token.begin() + outgoing.pit_token_length);
  packet.mark = outgoing.congestion_mark;
  packet.non_discovery = outgoing.non_discovery;
  if (outgoing.with_announcement) {
    const auto& arrival = forward::arrival_of(outgoing.packet);
    const auto* start =
        static_cast<const std::uint8_t*>(outgoing.packet->buf_addr) + arrival.announcement_offset;
    packet.announcement.assign(start, start + arrival.announcement_length);
  }
  return packet;
}

}  // namespace

/// Collects what partitions send. Keeps the buffers until a call is over, as Faces do: a frame of the content store
/// that is in flight does not go then, however early an engine sends within the call.
class PartitionsDriver::Out final : public forward::Egress {
 public:
  ~Out() override {
    give_back();
    for (auto& transfer : transfers) {
      rte_pktmbuf_free(transfer.packet);
      rte_pktmbuf_free(transfer.interest);
    }
  }
  void send(const forward::Outgoing& outgoing) override {
    by_face[face_number(outgoing.face)].push_back(packet_of(outgoing));
    in_flight_.push_back(outgoing.packet);
  }
  void give_back() {
    for (rte_mbuf* packet : in_flight_) {
      rte_pktmbuf_free(packet);
    }
    in_flight_.clear();
  }
  void transfer(const forward::Transfer& transfer) override { transfers.push_back(transfer); }

  void learned(const forward::RouteLesson& lesson) override {
    ++(lesson.kind == forward::RouteLesson::Kind::announced ? announced : withdrawn);
    rte_pktmbuf_free(lesson.packet);
  }

  std::uint64_t announced = 0;
  std::uint64_t withdrawn = 0;
  std::map<unsigned, std::deque<Packet>> by_face;
  std::deque<forward::Transfer> transfers;

 private:
  std::vector<rte_mbuf*> in_flight_;
};

PartitionsDriver::PartitionsDriver(const Scenario& scenario, unsigned partitions, std::uint32_t batch,
                                   PacketPool& pool, const forward::EngineFactory& engine,
                                   table::PitStructure structure)
    : pool_(pool),
      buffers_before_(pool.in_use()),
      key_(fixed_key),
      quiescence_(partitions),
      faces_(faces_max),
      fib_(1024, key_, quiescence_),
      strategies_(64, key_, quiescence_, static_cast<std::uint8_t>(forward::StrategyId::best_route)),
      compact_fib_(64, key_, quiescence_),
      compact_strategies_(64, key_, quiescence_, static_cast<std::uint8_t>(forward::StrategyId::best_route)),
      regions_(scenario.regions),
      shared_{faces_, fib_, strategies_, pending_prefixes_, regions_, KeyedHash(key_), partitions, batch},
      out_(std::make_unique<Out>()) {
  shared_.lifetime_max = scenario.sizes.lifetime_max * nanoseconds_per_millisecond;
  shared_.compact_fib = &compact_fib_;
  shared_.compact_strategies = &compact_strategies_;
  for (unsigned number = 0; number < partitions; ++number) {
    partitions_.push_back(std::make_unique<forward::Forwarder>(partition_options(scenario, number, structure),
                                                               shared_, pool, *out_));
    if (engine) {
      partitions_.back()->set_engine(engine());
    }
  }
  if (scenario.sizes.ssd != 0) {
    attach_ssds(scenario.sizes, batch);
  }
}

void PartitionsDriver::attach_ssds(const Sizes& sizes, std::uint32_t batch) {
  const auto count = static_cast<std::uint32_t>(partitions_.size());
  const store::SsdOptions options{.batch = batch == wire::batch_whole_content ? ssd_batch : batch};
  const store::SsdFiles disk({emulated_ssd(sizes.ssd * count)}, count,
                             static_cast<std::uint32_t>(sizes.frame_bytes), options);
  auto geometry = disk.geometry();
  geometry.key_seed = ssd_key_seed;
  for (std::uint32_t number = 0; number < count; ++number) {
    auto tier = std::make_unique<store::SsdTier>(disk.open(number), geometry, number, options);
    tier->open();
    partitions_[number]->content_store().attach_ssd(std::move(tier));
  }
}

PartitionsDriver::~PartitionsDriver() = default;

void PartitionsDriver::change_engines(const forward::EngineFactory& engine) {
  for (const auto& partition : partitions_) {
    partition->set_engine(engine ? engine() : nullptr);
  }
}

void PartitionsDriver::add_face(const AddFace& face) {
  const auto id = face_id(face.face);
  forward::FaceAttributes attributes{.id = id, .takes = forward::FaceTakes::ndn};
  attributes.scope = face.local ? forward::FaceScope::local : forward::FaceScope::non_local;
  attributes.link_type = face.multi_access ? forward::LinkType::multi_access
                         : face.ad_hoc     ? forward::LinkType::ad_hoc
                                           : forward::LinkType::point_to_point;
  faces_.store(id % faces_max, attributes);
}

void PartitionsDriver::add_compact_face(unsigned face) {
  faces_.store(face_id(face) % faces_max, {.id = face_id(face), .takes = forward::FaceTakes::compact});
}

void PartitionsDriver::set_compact_route(const std::string& prefix,
                                         const std::vector<std::pair<unsigned, std::uint32_t>>& next_hops) {
  std::vector<table::NextHop> hops;
  for (const auto& [face, cost] : next_hops) {
    hops.push_back({face_id(face), cost});
  }
  const std::vector<std::uint8_t> bytes(prefix.begin(), prefix.end());
  const std::vector<std::uint16_t> ends{static_cast<std::uint16_t>(bytes.size())};
  const table::SplitName name(shared_.hash, wire::PacketFormat::compact, bytes, ends);
  if (compact_fib_.set(name, hops) != table::FibOutcome::ok) {
    throw std::runtime_error("the FIB refused " + prefix);
  }
}

void PartitionsDriver::set_face_state(const SetFaceState& state) {
  const auto id = face_id(state.face);
  auto attributes = faces_.find(id);
  attributes.takes = state.state == FaceState::up ? forward::FaceTakes::ndn : forward::FaceTakes::nothing;
  faces_.store(id % faces_max, state.state == FaceState::gone ? forward::FaceAttributes{} : attributes);
}

void PartitionsDriver::set_route(const SetRoute& route) {
  std::vector<table::NextHop> next_hops;
  for (const auto& [face, cost] : route.next_hops) {
    next_hops.push_back({face_id(face), cost});
  }
  if (fib_.set(route.prefix, next_hops) != table::FibOutcome::ok) {
    throw std::runtime_error("the FIB refused " + route.prefix.uri());
  }
}

void PartitionsDriver::set_strategy(const SetStrategy& strategy) {
  const auto name =
      strategy.strategy.starts_with('/') ? strategy.strategy : "/localhost/nfd/strategy/" + strategy.strategy;
  const auto id = forward::strategy_from_name(wire::Name::literal(name));
  if (!id || !strategies_.set(strategy.prefix, static_cast<std::uint8_t>(*id))) {
    throw std::runtime_error("no strategy " + name);
  }
}

rte_mbuf* PartitionsDriver::make_packet(unsigned face, const Packet& packet) {
  rte_mbuf* made = pool_.copy_of(packet.bytes);
  if (made == nullptr) {
    throw std::runtime_error("the packet pool is empty");
  }
  auto& arrival = forward::arrival_of(made);
  arrival = {};
  arrival.face = face_id(face);
  arrival.format = packet.format;
  arrival.next_hop_face = packet.next_hop_face != 0 ? face_id(packet.next_hop_face) : face_id_none;
  arrival.nack_reason = packet.reason;
  arrival.is_nack = packet.kind == wire::PacketKind::nack;
  arrival.no_cache = packet.no_cache;
  arrival.non_discovery = packet.non_discovery;
  arrival.congestion_mark = packet.mark;
  arrival.pit_token_length = static_cast<std::uint8_t>(packet.token.size());
  std::copy(packet.token.begin(), packet.token.end(), arrival.pit_token.begin());
  if (!packet.announcement.empty()) {
    // Behind the packet, in the same buffer.
    arrival.announcement_offset = static_cast<std::uint16_t>(made->data_off + made->data_len);
    arrival.announcement_length = static_cast<std::uint16_t>(packet.announcement.size());
    std::copy(packet.announcement.begin(), packet.announcement.end(),
              static_cast<std::uint8_t*>(made->buf_addr) + arrival.announcement_offset);
  }
  return made;
}

void PartitionsDriver::send(const std::vector<std::pair<unsigned, Packet>>& burst) {
  struct Pending {
    std::vector<rte_mbuf*> packets;
    std::vector<wire::PacketView> views;
  };
  std::vector<Pending> pending(partitions_.size());
  for (const auto& [face, packet] : burst) {
    rte_mbuf* made = make_packet(face, packet);
    const auto bytes = packet_bytes(made);
    wire::PacketView view;
    if (const auto outcome = forward::parse_received(bytes, forward::arrival_of(made), view);
        outcome != wire::ParseOutcome::ok) {
      ++malformed_[std::string(wire::parse_outcome_name(outcome))];
      if (!partitions_.front()->take_malformed(made, now_)) {
        rte_pktmbuf_free(made);
      }
      continue;
    }
    wire::hash_name(shared_.hash, bytes.data(), view);
    auto& home = pending[forward::partition_of(wire::dispatch_hash(bytes.data(), view, shared_.batch),
                                               static_cast<std::uint32_t>(partitions_.size()))];
    home.packets.push_back(made);
    home.views.push_back(view);
  }
  for (std::size_t i = 0; i < partitions_.size(); ++i) {
    partitions_[i]->process(pending[i].packets, pending[i].views, now_);
    out_->give_back();
  }
  settle();
}

void PartitionsDriver::settle() {
  const auto reads = [](const auto& partition) { return partition->content_store().ssd_busy(); };
  while (!out_->transfers.empty() || std::ranges::any_of(partitions_, reads)) {
    if (!out_->transfers.empty()) {
      const auto transfer = out_->transfers.front();
      out_->transfers.pop_front();
      partitions_.at(transfer.to)->accept(transfer, now_);
      out_->give_back();
    }
    for (auto& partition : partitions_) {
      partition->poll_ssd(now_);
      out_->give_back();
    }
  }
}

std::optional<Packet> PartitionsDriver::take(unsigned face) {
  auto& queue = out_->by_face[face];
  if (queue.empty()) {
    return std::nullopt;
  }
  auto packet = std::move(queue.front());
  queue.pop_front();
  return packet;
}

void PartitionsDriver::set_capacity(std::uint64_t packets) {
  for (auto& partition : partitions_) {
    partition->content_store().set_capacity_packets(static_cast<std::uint32_t>(packets));
  }
  settle();
}

void PartitionsDriver::advance(std::uint64_t milliseconds) {
  for (; milliseconds > 0; --milliseconds) {
    now_ += nanoseconds_per_millisecond;
    for (auto& partition : partitions_) {
      partition->expire(now_);
      out_->give_back();
    }
    settle();
  }
}

std::uint64_t PartitionsDriver::pending() const {
  std::uint64_t records = 0;
  for (const auto& partition : partitions_) {
    records += partition->name_table().pit_size();
  }
  return records;
}

std::uint64_t PartitionsDriver::counter(const std::string& name) {
  if (name == "learned" || name == "withdrawn") {
    return name == "learned" ? out_->announced : out_->withdrawn;
  }
  std::uint64_t sum = 0;
  bool known = false;
  for (const auto& partition : partitions_) {
    if (const auto value = forward_counter(*partition, name); value) {
      sum += *value;
      known = true;
    }
  }
  if (!known && !malformed_.contains(name)) {
    for (unsigned i = 0; i < static_cast<unsigned>(wire::ParseOutcome::count); ++i) {
      known = known || wire::parse_outcome_name(static_cast<wire::ParseOutcome>(i)) == name;
    }
    if (!known) {
      throw std::runtime_error("unknown counter " + name);
    }
  }
  return sum + (malformed_.contains(name) ? malformed_[name] : 0);
}

std::optional<std::string> PartitionsDriver::finish() {
  constexpr unsigned seconds_max = 120;
  // A strategy may hold an Interest longer than the PIT does.
  const auto busy = [this] { return pending() != 0 || pool_.in_use() != buffers_before_; };
  for (unsigned second = 0; second < seconds_max && busy(); ++second) {
    advance(1000);
  }
  if (pending() != 0) {
    return fmt::format("{} PIT records never ended", pending());
  }
  if (pending_prefixes_.any()) {
    return "the filter of pending prefixes is not empty";
  }
  for (auto& partition : partitions_) {
    for (const auto format : {wire::PacketFormat::ndn, wire::PacketFormat::compact}) {
      partition->content_store().erase({{}, format}, ~std::uint32_t{0});
    }
    if (partition->name_table().size() != 0) {
      return fmt::format("{} names left in a table", partition->name_table().size());
    }
  }
  if (pool_.in_use() != buffers_before_) {
    return fmt::format("{} packet buffers were not given back", pool_.in_use() - buffers_before_);
  }
  return std::nullopt;
}

}  // namespace augustus::scenario
