// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "forward/arrival.hh"
#include "forward/forwarder.hh"
#include "forward/strategy_id.hh"
#include "forward/trace/trace_session.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"

namespace augustus::forward::common_path_test {
namespace {

PacketPool& pool() {
  static PacketPool packets("common_path_test", 8191, 63);
  return packets;
}

/// Tells what left, and frees it.
class Out final : public Egress {
 public:
  void send(const Outgoing& outgoing) override {
    const auto bytes = packet_bytes(outgoing.packet);
    std::string text =
        "to " + std::to_string(outgoing.face) + " from " + std::to_string(outgoing.incoming_face) + " kind " +
        std::to_string(static_cast<int>(outgoing.kind)) + " reason " +
        std::to_string(static_cast<int>(outgoing.nack_reason)) + " mark " +
        std::to_string(outgoing.congestion_mark) + (outgoing.non_discovery ? " non-discovery" : "") +
        (outgoing.with_announcement ? " announced" : "") + " token ";
    text.append(outgoing.pit_token.begin(), outgoing.pit_token.begin() + outgoing.pit_token_length);
    text += ": ";
    text.append(bytes.begin(), bytes.end());
    sent.push_back(std::move(text));
    rte_pktmbuf_free(outgoing.packet);
  }
  void transfer(const Transfer& transfer) override { rte_pktmbuf_free(transfer.packet); }

  std::vector<std::string> sent;
};

/// One partition; `by_stages`: somebody traces (another prefix), so that no packet takes the common path.
struct Partition {
  Partition(const FaceAttributeTable& faces, const table::Fib& fib, const table::StrategyChoice& strategies,
            const HashKey& key, const PartitionOptions& options, bool by_stages)
      : trace(by_stages ? &session : nullptr), shared{faces,      fib,
                                                      strategies, pending_prefixes,
                                                      regions,    KeyedHash(key),
                                                      1,          8} {
    shared.trace = &trace;
    forwarder = std::make_unique<Forwarder>(options, shared, pool(), out);
  }

  table::PendingPrefixFilter pending_prefixes;
  std::vector<wire::Name> regions;
  TraceSession session{wire::Name::literal("/traced"), 15};
  std::atomic<TraceSession*> trace;
  SharedTables shared;
  Out out;
  std::unique_ptr<Forwarder> forwarder;
};

struct Packet {
  std::vector<std::uint8_t> bytes;
  Arrival arrival;
};

/// The same packets through two partitions, one of which takes each through the stages.
class CommonPathTest : public testing::TestWithParam<unsigned> {
 protected:
  static constexpr FaceId faces_from = 300;
  static constexpr unsigned face_count = 6;

  CommonPathTest() {
    for (unsigned i = 0; i < face_count; ++i) {
      store_face(i, FaceTakes::ndn);
    }
    set_routes();
  }

  void begin(const PartitionOptions& options) {
    common_ = std::make_unique<Partition>(faces_, fib_, strategies_, key_, options, false);
    stages_ = std::make_unique<Partition>(faces_, fib_, strategies_, key_, options, true);
  }

  /// Face 4 is a local program's, face 5 a broadcast radio.
  void store_face(unsigned i, FaceTakes takes) {
    faces_.store((faces_from + i) % 64, {.id = faces_from + i,
                                         .scope = i == 4 ? FaceScope::local : FaceScope::non_local,
                                         .link_type = i == 5 ? LinkType::ad_hoc : LinkType::point_to_point,
                                         .takes = takes});
  }
  void set_routes() {
    fib_.set(wire::Name::literal("/a"), {{faces_from + 2, 1}, {faces_from + 3, 7}});
    fib_.set(wire::Name::literal("/b"), {{faces_from + 5, 1}});
    fib_.set(wire::Name::literal("/localhost"), {{faces_from + 4, 1}});
    fib_.set(wire::Name::literal("/localhop"), {{faces_from + 3, 1}});
    fib_.set(wire::Name::literal("/b/multicast"), {{faces_from + 2, 1}, {faces_from + 3, 7}});
    strategies_.set(wire::Name::literal("/b/multicast"), static_cast<std::uint8_t>(StrategyId::multicast));
  }

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool one_in(unsigned count) { return below(count) == 0; }

  std::string name() {
    static const char* const prefixes[] = {"/a",           "/a",         "/a",        "/a/deep", "/b",
                                           "/b/multicast", "/localhost", "/localhop", "/none"};
    return std::string(prefixes[below(std::size(prefixes))]) +
           (one_in(12) ? "" : "/" + std::to_string(below(names_)));
  }

  Packet packet() {
    Packet made;
    made.arrival.face = faces_from + below(face_count + 1);  // one is no Face
    made.arrival.pit_token_length = static_cast<std::uint8_t>(one_in(2) ? 0 : 1 + below(8));
    for (unsigned i = 0; i < made.arrival.pit_token_length; ++i) {
      made.arrival.pit_token[i] = static_cast<std::uint8_t>('a' + below(26));
    }
    made.arrival.congestion_mark = one_in(8) ? 1 : 0;
    if (one_in(2)) {
      wire::Interest interest{.name = wire::Name::literal(name()), .nonce = below(200)};
      interest.can_be_prefix = one_in(8);
      interest.must_be_fresh = one_in(4);
      if (one_in(3)) {
        interest.lifetime_ms = below(3000);
      }
      if (one_in(8)) {
        interest.hop_limit = static_cast<std::uint8_t>(1 + below(2));
      }
      if (one_in(16)) {
        interest.forwarding_hint.push_back(wire::Name::literal("/b"));
      }
      made.arrival.non_discovery = one_in(8);
      if (one_in(32)) {
        made.arrival.next_hop_face = faces_from + below(face_count + 1);
      }
      made.bytes = interest.encode();
    } else {
      wire::Data data{.name = wire::Name::literal(name())};
      if (one_in(2)) {
        data.freshness_ms = below(4000);
      }
      data.content.assign(1 + below(3), static_cast<std::uint8_t>(below(2)));
      made.arrival.no_cache = one_in(8);
      made.bytes = data.encode();
    }
    return made;
  }

  void deliver(Partition& partition, const std::vector<Packet>& burst) {
    std::vector<rte_mbuf*> buffers;
    std::vector<wire::PacketView> views(burst.size());
    for (std::size_t i = 0; i < burst.size(); ++i) {
      rte_mbuf* const buffer = pool().copy_of(burst[i].bytes);
      ASSERT_NE(buffer, nullptr);
      arrival_of(buffer) = burst[i].arrival;
      ASSERT_EQ(wire::parse_packet(burst[i].bytes, views[i]), wire::ParseOutcome::ok);
      wire::hash_name(partition.shared.hash, burst[i].bytes.data(), views[i]);
      buffers.push_back(buffer);
    }
    partition.forwarder->process(buffers, views, now_);
  }

  static std::vector<std::uint64_t> counts(const Partition& partition) {
    const ForwardCounters& counters = partition.forwarder->counters();
    std::vector<std::uint64_t> all;
    for (const Counter* counter :
         {&counters.interests, &counters.data, &counters.nacks, &counters.out_interests, &counters.out_data,
          &counters.out_nacks, &counters.cs_hits, &counters.cs_misses, &counters.cs_stored,
          &counters.cs_refused, &counters.cs_not_admitted, &counters.satisfied, &counters.unsatisfied,
          &counters.aggregated, &counters.retransmitted}) {
      all.push_back(counter->value());
    }
    for (const Counter& drops : counters.drops) {
      all.push_back(drops.value());
    }
    for (unsigned i = 0; i < LatencyHistogram::buckets; ++i) {
      all.push_back(counters.latency.count(i));
    }
    const auto& table = partition.forwarder->name_table();
    all.push_back(table.size());
    all.push_back(table.pit_size());
    all.push_back(partition.forwarder->content_store().size());
    return all;
  }

  void compare() {
    for (Partition* partition : {common_.get(), stages_.get()}) {
      // Packets of one burst for different names leave in no order that anybody was promised.
      std::sort(partition->out.sent.begin(), partition->out.sent.end());
    }
    ASSERT_EQ(common_->out.sent, stages_->out.sent);
    ASSERT_EQ(counts(*common_), counts(*stages_));
    common_->out.sent.clear();
    stages_->out.sent.clear();
  }

  /// Random bursts of up to `burst_max`, while time goes on and a Face goes down and up.
  void run(unsigned bursts, unsigned burst_max) {
    for (unsigned i = 0; i < bursts; ++i) {
      std::vector<Packet> burst;
      for (unsigned left = 1 + below(burst_max); left != 0; --left) {
        burst.push_back(packet());
      }
      deliver(*common_, burst);
      deliver(*stages_, burst);
      ASSERT_NO_FATAL_FAILURE(compare()) << "burst " << i;
      now_ += below(200) * nanoseconds_per_millisecond;
      common_->forwarder->expire(now_);
      stages_->forwarder->expire(now_);
      ASSERT_NO_FATAL_FAILURE(compare()) << "after burst " << i;
      if (one_in(64)) {
        store_face(2, one_in(2) ? FaceTakes::nothing : FaceTakes::ndn);
      }
    }
  }

  std::mt19937_64 random_{GetParam()};
  unsigned names_ = 12;
  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  FaceAttributeTable faces_{64};
  table::Fib fib_{64, key_, quiescence_};
  table::StrategyChoice strategies_{16, key_, quiescence_, 0};
  const unsigned buffers_before_ = pool().in_use();
  std::unique_ptr<Partition> common_, stages_;
  TimeNs now_ = nanoseconds_per_second;
};

TEST_P(CommonPathTest, SinglePacketsEndAsByTheStagesInTablesThatAreOftenFull) {
  begin({.number = 0,
         .tables = {.entries_max = 24,
                    .pit_records_max = 12,
                    .extra_records_max = 4,
                    .digests_max = 4,
                    .name_bytes_max = 65536},
         .store = {.capacity_packets = 8, .capacity_bytes = 1u << 20, .frame_bytes = 16u << 10},
         .dead_nonces_max = 256});
  run(6000, 1);
  EXPECT_GT(stages_->forwarder->counters().cs_hits.value(), 0u);
  EXPECT_GT(stages_->forwarder->counters().satisfied.value(), 0u);
  common_.reset();
  stages_.reset();
  EXPECT_EQ(pool().in_use(), buffers_before_);
}

TEST_P(CommonPathTest, BurstsEndAsByTheStages) {
  names_ = 40;
  begin({.number = 0,
         .tables = {.entries_max = 4096,
                    .pit_records_max = 1024,
                    .extra_records_max = 64,
                    .digests_max = 4,
                    .name_bytes_max = 65536},
         .store = {.capacity_packets = 2048, .capacity_bytes = 4u << 20, .frame_bytes = 16u << 10},
         .dead_nonces_max = 256});
  run(1500, 32);
  EXPECT_GT(stages_->forwarder->counters().aggregated.value(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CommonPathTest, testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace augustus::forward::common_path_test
