// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "forward/arrival.hh"
#include "forward/forwarder.hh"
#include "forward/partition_of.hh"
#include "forward/strategy_id.hh"
#include "wire/data.hh"
#include "wire/dispatch_hash.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"

namespace augustus::forward::forwarder_transfer_test {
namespace {

constexpr std::uint32_t partition_count = 3;
constexpr std::uint32_t batch = 8;
constexpr FaceId consumer = 300;
constexpr FaceId producer = 301;

PacketPool& pool() {
  static PacketPool packets("transfer_test", 2047, 63);
  return packets;
}

class Out final : public Egress {
 public:
  ~Out() override {
    for (auto& outgoing : sent) {
      rte_pktmbuf_free(outgoing.packet);
    }
  }
  void send(const Outgoing& outgoing) override { sent.push_back(outgoing); }
  void transfer(const Transfer& transfer) override { transfers.push_back(transfer); }

  std::deque<Outgoing> sent;
  std::deque<Transfer> transfers;
};

/// Three partitions, whose transfers are delivered by hand.
class ForwarderTransferTest : public testing::Test {
 protected:
  ForwarderTransferTest() {
    faces_.store(consumer % 64, {.id = consumer, .takes = FaceTakes::ndn});
    faces_.store(producer % 64, {.id = producer, .takes = FaceTakes::ndn});
    fib_.set(wire::Name::literal("/"), {{producer, 0}});
    PartitionOptions options;
    options.tables = {.entries_max = 256,
                      .pit_records_max = 64,
                      .extra_records_max = 16,
                      .digests_max = 4,
                      .name_bytes_max = 65536};
    options.store = {.capacity_packets = 64, .capacity_bytes = 1u << 20, .frame_bytes = 16u << 10};
    options.dead_nonces_max = 256;
    for (options.number = 0; options.number < partition_count; ++options.number) {
      partitions_.push_back(std::make_unique<Forwarder>(options, shared_, pool(), out_));
    }
  }

  unsigned home_of(const wire::Name& name) const {
    const auto packet = wire::Interest{.name = name, .nonce = 1}.encode();
    wire::PacketView view;
    EXPECT_EQ(wire::parse_packet(packet, view), wire::ParseOutcome::ok);
    return partition_of(wire::dispatch_hash(packet.data(), view, batch), partition_count);
  }

  /// A name below `prefix` whose Data lives in partition `home`.
  wire::Name below(const wire::Name& prefix, unsigned home) const {
    for (unsigned i = 0;; ++i) {
      auto name = wire::Name(prefix).append("x" + std::to_string(i));
      if (home_of(name) == home) {
        return name;
      }
    }
  }

  void receive(unsigned partition, FaceId face, const std::vector<std::uint8_t>& bytes) {
    rte_mbuf* packet = pool().copy_of(bytes);
    ASSERT_NE(packet, nullptr);
    arrival_of(packet) = Arrival{.face = face};
    wire::PacketView view;
    ASSERT_EQ(wire::parse_packet(bytes, view), wire::ParseOutcome::ok);
    wire::hash_name(shared_.hash, bytes.data(), view);
    partitions_[partition]->process({&packet, 1}, {&view, 1}, now_);
  }
  void receive_interest(const wire::Name& name, std::uint32_t nonce) {
    receive(home_of(name), consumer,
            wire::Interest{.name = name, .can_be_prefix = true, .nonce = nonce}.encode());
  }
  void receive_data(const wire::Name& name) {
    receive(home_of(name), producer, wire::Data{.name = name}.encode());
  }

  /// Takes the one transfer there is, which must be of that kind, and delivers it.
  void deliver(TransferKind kind, unsigned from, unsigned to) {
    ASSERT_EQ(out_.transfers.size(), 1u);
    const auto transfer = out_.transfers.front();
    out_.transfers.pop_front();
    EXPECT_EQ(transfer.kind, kind);
    EXPECT_EQ(transfer.from, from);
    EXPECT_EQ(transfer.to, to);
    partitions_[transfer.to]->accept(transfer, now_);
  }

  void expect_sent(FaceId face, wire::PacketKind kind) {
    ASSERT_FALSE(out_.sent.empty());
    EXPECT_EQ(out_.sent.front().face, face);
    EXPECT_EQ(out_.sent.front().kind, kind);
    rte_pktmbuf_free(out_.sent.front().packet);
    out_.sent.pop_front();
  }

  /// The Interest asks every other store and, when none answers, goes upstream.
  void ask_and_miss(const wire::Name& prefix) {
    const unsigned home = home_of(prefix);
    receive_interest(prefix, ++nonce_);
    EXPECT_TRUE(out_.sent.empty());
    deliver(TransferKind::cs_query, home, (home + 1) % partition_count);
    deliver(TransferKind::cs_query, home, (home + 2) % partition_count);
    deliver(TransferKind::cs_miss, home, home);
    expect_sent(producer, wire::PacketKind::interest);
  }

  const unsigned buffers_before_ = pool().in_use();
  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  FaceAttributeTable faces_{64};
  table::Fib fib_{64, key_, quiescence_};
  table::StrategyChoice strategies_{16, key_, quiescence_, 0};
  table::PendingPrefixFilter pending_prefixes_;
  std::vector<wire::Name> regions_;
  SharedTables shared_{faces_,          fib_, strategies_, pending_prefixes_, regions_, KeyedHash(key_),
                       partition_count, batch};
  Out out_;
  std::vector<std::unique_ptr<Forwarder>> partitions_;
  TimeNs now_ = nanoseconds_per_second;
  std::uint32_t nonce_ = 0;
  const wire::Name prefix_ = wire::Name::literal("/prefix");
};

TEST_F(ForwarderTransferTest, DataGoesHomeAndIsCachedOnlyWhenSolicited) {
  ask_and_miss(prefix_);
  const unsigned home = home_of(prefix_);
  const unsigned other = (home + 1) % partition_count;
  receive_data(below(prefix_, other));
  EXPECT_EQ(partitions_[other]->content_store().size(), 0u);
  EXPECT_EQ(partitions_[other]->counters().drops[static_cast<std::size_t>(Drop::unsolicited_data)].value(),
            0u);
  deliver(TransferKind::data_for_prefix, other, home);
  expect_sent(consumer, wire::PacketKind::data);
  EXPECT_FALSE(pending_prefixes_.any());
  deliver(TransferKind::data_solicited, home, other);
  EXPECT_EQ(partitions_[other]->content_store().size(), 1u);
  EXPECT_EQ(partitions_[home]->content_store().size(), 0u);
  EXPECT_EQ(pool().in_use(), buffers_before_);
}

TEST_F(ForwarderTransferTest, DataThatComesTooLateAtHomeIsUnsolicitedAndNotCached) {
  ask_and_miss(prefix_);
  const unsigned home = home_of(prefix_);
  const unsigned other = (home + 1) % partition_count;
  receive_data(below(prefix_, other));
  ASSERT_EQ(out_.transfers.size(), 1u);
  now_ += 10 * nanoseconds_per_second;
  partitions_[home]->expire(now_);
  deliver(TransferKind::data_for_prefix, other, home);
  EXPECT_TRUE(out_.transfers.empty());
  EXPECT_EQ(partitions_[home]->counters().drops[static_cast<std::size_t>(Drop::unsolicited_data)].value(),
            1u);
  EXPECT_EQ(partitions_[other]->content_store().size(), 0u);
  EXPECT_EQ(pool().in_use(), buffers_before_);
}

TEST_F(ForwarderTransferTest, DataOfTheSamePartitionStaysThere) {
  ask_and_miss(prefix_);
  receive_data(below(prefix_, home_of(prefix_)));
  EXPECT_TRUE(out_.transfers.empty());
  expect_sent(consumer, wire::PacketKind::data);
  EXPECT_EQ(partitions_[home_of(prefix_)]->content_store().size(), 1u);
}

TEST_F(ForwarderTransferTest, AnotherStoreAnswersTheQuery) {
  ask_and_miss(prefix_);
  const unsigned home = home_of(prefix_);
  const unsigned last = (home + 2) % partition_count;
  const auto name = below(prefix_, last);
  receive_data(name);
  deliver(TransferKind::data_for_prefix, last, home);
  deliver(TransferKind::data_solicited, home, last);
  expect_sent(consumer, wire::PacketKind::data);

  receive_interest(prefix_, ++nonce_);
  deliver(TransferKind::cs_query, home, (home + 1) % partition_count);
  deliver(TransferKind::cs_query, home, last);
  deliver(TransferKind::cs_answer, home, home);
  ASSERT_FALSE(out_.sent.empty());
  EXPECT_EQ(out_.sent.front().incoming_face, face_id_content_store);
  expect_sent(consumer, wire::PacketKind::data);
  EXPECT_EQ(partitions_[home]->counters().cs_hits.value(), 1u);
  EXPECT_EQ(partitions_[home]->name_table().pit_size(), 0u);
  EXPECT_EQ(pool().in_use(), buffers_before_);
}

TEST_F(ForwarderTransferTest, AnAnswerForAnInterestThatEndedIsLetGo) {
  const unsigned home = home_of(prefix_);
  receive_interest(prefix_, ++nonce_);
  now_ += 10 * nanoseconds_per_second;
  partitions_[home]->expire(now_);
  deliver(TransferKind::cs_query, home, (home + 1) % partition_count);
  deliver(TransferKind::cs_query, home, (home + 2) % partition_count);
  deliver(TransferKind::cs_miss, home, home);
  EXPECT_TRUE(out_.sent.empty());
  EXPECT_EQ(pool().in_use(), buffers_before_);
}

TEST_F(ForwarderTransferTest, ARetransmissionDoesNotWaitForALostQuery) {
  receive_interest(prefix_, ++nonce_);
  ASSERT_EQ(out_.transfers.size(), 1u);
  rte_pktmbuf_free(out_.transfers.front().packet);
  out_.transfers.clear();
  receive_interest(prefix_, ++nonce_);
  expect_sent(producer, wire::PacketKind::interest);
}

TEST_F(ForwarderTransferTest, ExactInterestsAskNobody) {
  const auto name = wire::Name::literal("/exact");
  receive(home_of(name), consumer, wire::Interest{.name = name, .nonce = 1}.encode());
  EXPECT_TRUE(out_.transfers.empty());
  expect_sent(producer, wire::PacketKind::interest);
  receive_data(name);
  EXPECT_TRUE(out_.transfers.empty());
  expect_sent(consumer, wire::PacketKind::data);
}

}  // namespace
}  // namespace augustus::forward::forwarder_transfer_test
