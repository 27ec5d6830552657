// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "forward/arrival.hh"
#include "forward/forwarder.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"

// Nobody takes what a partition keeps for all: each test lets hostile Faces fill a pool and looks at what is left for
// others.
namespace augustus::forward::pools_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

PacketPool& pool() {
  static PacketPool packets("pools_test", 8191, 2047);
  return packets;
}

/// What left, by Face.
class Out final : public Egress {
 public:
  void send(const Outgoing& outgoing) override {
    const auto bytes = packet_bytes(outgoing.packet);
    sent.emplace_back(outgoing.face, Bytes(bytes.begin(), bytes.end()));
    rte_pktmbuf_free(outgoing.packet);
  }
  void transfer(const Transfer& transfer) override { rte_pktmbuf_free(transfer.packet); }

  std::vector<std::pair<FaceId, Bytes>> sent;
};

class PoolsTest : public testing::Test {
 protected:
  static constexpr FaceId upstream = 300;
  static constexpr FaceId honest = 301;
  static constexpr FaceId local = 302;
  static constexpr FaceId hostile = 310;  ///< and those after it
  static constexpr unsigned hostile_count = 40;
  static constexpr std::uint32_t face_slots = 2048;

  PoolsTest() {
    for (FaceId id = upstream; id < hostile + hostile_count; ++id) {
      add_face(id);
    }
    fib_.set(wire::Name(), {{upstream, 1}});
  }

  static PartitionOptions sizes() {
    return {.number = 0,
            .tables = {.entries_max = 8192,
                       .pit_records_max = 1024,
                       .extra_records_max = 512,
                       .digests_max = 512,
                       .name_bytes_max = 1u << 20},
            .store = {.capacity_packets = 4096, .capacity_bytes = 8u << 20, .frame_bytes = 64u << 10},
            .dead_nonces_max = 1024};
  }

  /// `source`: the address that it is of; 0: one of its own.
  void add_face(FaceId id, std::uint64_t source = 0) {
    faces_.store(id % face_slots,
                 {.id = id, .scope = id == local ? FaceScope::local : FaceScope::non_local, .takes = FaceTakes::ndn},
                 device_none, source);
  }
  /// So many hostile Faces, all of one address.
  void add_faces_of_one_address(unsigned count) {
    for (unsigned face = 0; face < count; ++face) {
      add_face(hostile + face, 7);
    }
  }

  void begin(const PartitionOptions& options) {
    forwarder_ = std::make_unique<Forwarder>(options, shared_, pool(), out_);
  }

  void receive(FaceId face, const Bytes& bytes) {
    rte_mbuf* buffer = pool().copy_of(bytes);
    ASSERT_NE(buffer, nullptr);
    arrival_of(buffer) = {};
    arrival_of(buffer).face = face;
    wire::PacketView view;
    ASSERT_EQ(wire::parse_packet(bytes, view), wire::ParseOutcome::ok);
    wire::hash_name(shared_.hash, bytes.data(), view);
    forwarder_->process({&buffer, 1}, {&view, 1}, now_);
  }
  /// As a worker does after each turn with work.
  void end_turn() { forwarder_->expire(now_); }

  void send_interest(FaceId face, wire::Interest interest) {
    interest.nonce = ++nonce_;
    receive(face, interest.encode());
    if (nonce_ % 64 == 0) {
      end_turn();
    }
  }
  /// Whether the Interest was sent on.
  bool ask(FaceId face, const wire::Interest& interest) {
    out_.sent.clear();
    send_interest(face, interest);
    end_turn();
    return std::ranges::any_of(out_.sent, [](const auto& sent) { return sent.first == upstream; });
  }
  bool ask(FaceId face, const std::string& name) {
    return ask(face, {.name = wire::Name::literal(name), .lifetime_ms = 60'000});
  }
  /// Whether the Face got the Data that the upstream sends.
  bool answer(FaceId face, const wire::Data& data) {
    out_.sent.clear();
    receive(upstream, data.encode());
    return got(face);
  }
  bool got(FaceId face) const {
    return std::ranges::any_of(out_.sent, [&](const auto& sent) { return sent.first == face; });
  }
  bool answer(FaceId face, const std::string& name) {
    return answer(face, {.name = wire::Name::literal(name)});
  }

  /// Interests of hostile Faces, one Face after the other, each for all it gets. `make` is given their numbers.
  template <typename Make>
  void flood(unsigned faces, unsigned interests, Make&& make) {
    for (unsigned face = 0; face < faces; ++face) {
      for (unsigned i = 0; i < interests; ++i) {
        send_interest(hostile + face, make(face * interests + i));
      }
    }
    end_turn();
    out_.sent.clear();
  }

  static wire::Name with_digest(const std::string& name, unsigned number) {
    wire::Name made = wire::Name::literal(name);
    Bytes digest(32);
    std::copy_n(reinterpret_cast<const std::uint8_t*>(&number), sizeof(number), digest.begin());
    made.append(wire::component_type::implicit_digest, digest);
    return made;
  }

  std::uint64_t dropped(Drop reason) const {
    return forwarder_->counters().drops[static_cast<std::size_t>(reason)].value();
  }
  PoolFigures figures(const std::string& name) const {
    PoolList pools;
    forwarder_->add_pools(pools);
    const auto found = std::ranges::find(pools, name, &NamedPool::name);
    return found == pools.end() ? PoolFigures{} : found->figures;
  }
  void advance(TimeNs by) {
    const TimeNs end = now_ + by;
    while (now_ < end) {
      now_ += 10 * nanoseconds_per_millisecond;
      end_turn();
    }
  }

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  FaceAttributeTable faces_{face_slots};
  table::Fib fib_{64, key_, quiescence_};
  table::StrategyChoice strategies_{16, key_, quiescence_, 0};
  table::PendingPrefixFilter pending_prefixes_;
  std::vector<wire::Name> regions_;
  SharedTables shared_{faces_, fib_, strategies_, pending_prefixes_, regions_, KeyedHash(key_), 1, 8};
  Out out_;
  std::unique_ptr<Forwarder> forwarder_;
  std::uint32_t nonce_ = 0;
  TimeNs now_ = nanoseconds_per_second;
};

TEST_F(PoolsTest, FloodersOneAfterTheOtherLeaveRoomInThePit) {
  begin(sizes());
  for (unsigned i = 0; i < 10; ++i) {
    ASSERT_TRUE(ask(honest, "/honest/before/" + std::to_string(i)));
  }
  flood(8, 1200, [](unsigned i) {
    return wire::Interest{.name = wire::Name::literal("/flood/" + std::to_string(i)), .lifetime_ms = 60'000};
  });
  EXPECT_GT(dropped(Drop::pit_gave_way), 0u);
  for (unsigned i = 0; i < 50; ++i) {
    EXPECT_TRUE(ask(honest, "/honest/after/" + std::to_string(i))) << i;
  }
  flood(8, 200, [](unsigned i) {
    return wire::Interest{.name = wire::Name::literal("/again/" + std::to_string(i)), .lifetime_ms = 60'000};
  });
  // Who has few lost none of them.
  for (unsigned i = 0; i < 10; ++i) {
    EXPECT_TRUE(answer(honest, "/honest/before/" + std::to_string(i))) << i;
  }
  for (unsigned i = 0; i < 50; ++i) {
    EXPECT_TRUE(answer(honest, "/honest/after/" + std::to_string(i))) << i;
  }
}

TEST_F(PoolsTest, ALocalProgramFindsRoomBeforeAnybodyGivesWay) {
  begin(sizes());
  // All within one turn of the worker.
  for (unsigned face = 0; face < hostile_count; ++face) {
    for (unsigned i = 0; i < 1024; ++i) {
      const auto name = "/flood/" + std::to_string(face) + "/" + std::to_string(i);
      receive(hostile + face, wire::Interest{.name = wire::Name::literal(name), .nonce = i}.encode());
    }
  }
  out_.sent.clear();
  receive(honest, wire::Interest{.name = wire::Name::literal("/honest")}.encode());
  EXPECT_TRUE(out_.sent.empty());
  receive(local, wire::Interest{.name = wire::Name::literal("/local")}.encode());
  EXPECT_EQ(out_.sent.size(), 1u);
  end_turn();
  EXPECT_TRUE(ask(honest, "/honest"));
}

TEST_F(PoolsTest, DigestsOfOneFaceDoNotBlockAName) {
  begin(sizes());
  const auto block = [this](unsigned faces) {
    flood(faces, 200, [](unsigned i) {
      return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 864'000'000};
    });
  };
  block(1);
  EXPECT_GT(dropped(Drop::name_share), 0u);
  EXPECT_TRUE(ask(honest, "/video/1"));
  EXPECT_TRUE(ask(honest, wire::Interest{.name = wire::Name::literal("/video/1"), .must_be_fresh = true}));
  block(5);
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(PoolsTest, AnInterestThatSeveralWaitForDoesNotGiveWayToItsName) {
  begin(sizes());
  send_interest(hostile, {.name = wire::Name::literal("/video/1"), .lifetime_ms = 60'000});
  send_interest(honest, {.name = wire::Name::literal("/video/1"), .lifetime_ms = 60'000});
  flood(3, 200, [](unsigned i) {
    return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 60'000};
  });
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(PoolsTest, DigestsOfManyFacesOfOneAddressDoNotBlockAName) {
  begin(sizes());
  add_faces_of_one_address(80);
  unsigned number = 0;
  const auto block = [&] {
    flood(80, 1, [&](unsigned) {
      return wire::Interest{.name = with_digest("/video/1", ++number), .lifetime_ms = 60'000};
    });
  };
  block();
  EXPECT_TRUE(ask(honest, "/video/1"));
  wire::Data data{.name = wire::Name::literal("/video/1")};
  wire::Name with_its_digest = data.name;
  with_its_digest.append(wire::component_type::implicit_digest, wire::implicit_digest(data.encode()));
  EXPECT_TRUE(ask(local, {.name = with_its_digest, .lifetime_ms = 60'000}));
  block();
  block();
  EXPECT_TRUE(answer(honest, data));
  EXPECT_TRUE(got(local)) << "its digest is its address's only one";
}

TEST_F(PoolsTest, DigestsOfManyAddressesDoNotBlockAName) {
  begin(sizes());
  ASSERT_TRUE(ask(honest, {.name = with_digest("/video/1", 1000), .lifetime_ms = 60'000}));
  const auto block = [this](unsigned from, unsigned faces) {
    for (unsigned face = from; face < from + faces; ++face) {
      add_face(hostile + face);
      ask(hostile + face, {.name = with_digest("/video/1", face), .lifetime_ms = 60'000});
    }
  };
  block(0, 63);
  // Nobody has more than the one that asks.
  EXPECT_TRUE(ask(honest, "/video/1"));
  block(63, 200);
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(PoolsTest, HintsOfManyAddressesDoNotBlockAName) {
  begin(sizes());
  const auto block = [this](unsigned from, unsigned faces) {
    for (unsigned face = from; face < from + faces; ++face) {
      add_face(hostile + face);
      ask(hostile + face, {.name = wire::Name::literal("/video/1"),
                           .forwarding_hint = {wire::Name::literal("/hint/" + std::to_string(face))},
                           .lifetime_ms = 60'000});
    }
  };
  block(0, 64);
  EXPECT_TRUE(ask(honest, "/video/1"));
  block(64, 200);
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(PoolsTest, AFaceFindsRoomForADigestBesideAGreedyOneOfItsAddress) {
  begin(sizes());
  add_faces_of_one_address(2);
  flood(1, 64, [](unsigned i) {
    return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 60'000};
  });
  EXPECT_TRUE(ask(hostile + 1, {.name = with_digest("/video/1", 1000), .lifetime_ms = 60'000}));
  EXPECT_FALSE(ask(hostile, {.name = with_digest("/video/1", 1001), .lifetime_ms = 60'000}));
  EXPECT_EQ(dropped(Drop::name_share), 1u);
}

TEST_F(PoolsTest, ADigestThatAGoneFaceAskedForGivesWayFirst) {
  begin(sizes());
  ASSERT_TRUE(ask(hostile, {.name = with_digest("/video/1", 1000), .lifetime_ms = 60'000}));
  flood(1, 62, [](unsigned i) {
    return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 60'000};
  });
  ASSERT_TRUE(ask(honest, {.name = with_digest("/video/1", 1001), .lifetime_ms = 60'000}));
  faces_.store(honest % face_slots, {});
  EXPECT_TRUE(ask(hostile, {.name = with_digest("/video/1", 1002), .lifetime_ms = 60'000}));
  EXPECT_FALSE(ask(hostile, {.name = with_digest("/video/1", 1003), .lifetime_ms = 60'000}));
}

TEST_F(PoolsTest, AThousandFacesThatWaitLeaveRoomForOneMore) {
  PartitionOptions options = sizes();
  options.tables.extra_records_max = 4096;
  begin(options);
  constexpr unsigned many = 1100;
  add_faces_of_one_address(many);
  const auto wait = [this] {
    flood(many, 1, [](unsigned) {
      return wire::Interest{.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000};
    });
  };
  send_interest(hostile, {.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000});
  send_interest(honest, {.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000});
  wait();
  send_interest(local, {.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000});
  wait();
  EXPECT_EQ(dropped(Drop::in_records_full), 0u);
  EXPECT_GT(dropped(Drop::pit_gave_way), 0u);
  EXPECT_EQ(figures("in_records").in_use, table::faces_per_record_max);
  EXPECT_TRUE(answer(honest, "/live/1")) << "the address that asks from many Faces pushes out its own";
  EXPECT_TRUE(got(local));
}

TEST_F(PoolsTest, WhoAsksPushesOutTheFaceThatHasWaitedLongest) {
  PartitionOptions options = sizes();
  options.tables.extra_records_max = 4096;
  begin(options);
  const wire::Interest interest{.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000};
  const auto wait = [&](unsigned from, unsigned faces) {
    for (unsigned face = from; face < from + faces; ++face) {
      add_face(hostile + face);
      send_interest(hostile + face, interest);
    }
  };
  wait(0, 1 + table::faces_per_record_max);
  constexpr FaceId gone = hostile + 700;
  faces_.store(gone % face_slots, {});
  send_interest(honest, interest);
  wait(1 + table::faces_per_record_max, 500);
  EXPECT_TRUE(answer(honest, "/live/1"));
  EXPECT_TRUE(got(hostile)) << "the record's own";
  EXPECT_FALSE(got(gone)) << "its place was taken first";
  for (unsigned face = 1; face <= 500; ++face) {
    EXPECT_FALSE(got(hostile + face)) << face;
  }
  EXPECT_TRUE(got(hostile + 501));
}

TEST_F(PoolsTest, AnInterestStaysPendingForAMinuteAtMostAndIsSentAsItCame) {
  begin(sizes());
  const wire::Interest interest{.name = wire::Name::literal("/video/1"), .lifetime_ms = 864'000'000};
  ASSERT_TRUE(ask(hostile, interest));
  EXPECT_EQ(wire::Interest::decode(out_.sent.front().second)->lifetime_ms, interest.lifetime_ms);
  advance(59 * nanoseconds_per_second);
  EXPECT_EQ(forwarder_->name_table().pit_size(), 1u);
  advance(2 * nanoseconds_per_second);
  EXPECT_EQ(forwarder_->name_table().pit_size(), 0u);
  EXPECT_EQ(dropped(Drop::expired), 1u);
}

TEST_F(PoolsTest, DigestsAreLeftForOthers) {
  begin(sizes());
  const auto wanted = [](unsigned i) {
    return wire::Interest{.name = with_digest("/flood/" + std::to_string(i), i), .lifetime_ms = 60'000};
  };
  flood(1, 1000, wanted);
  EXPECT_GT(dropped(Drop::digest_share), 0u);
  EXPECT_LT(figures("digests").in_use, 512u * 9 / 10);
  flood(6, 500, wanted);
  for (unsigned i = 0; i < 5; ++i) {
    EXPECT_TRUE(ask(honest, {.name = with_digest("/honest", i), .lifetime_ms = 60'000})) << i;
  }
  EXPECT_GT(figures("digests").refused, 0u);
}

TEST_F(PoolsTest, StorageOfLongNamesIsLeftForOthers) {
  begin(sizes());
  const std::string prefix = "/" + std::string(1500, 'x') + "/";
  const auto wanted = [&](unsigned i) {
    return wire::Interest{.name = wire::Name::literal(prefix + std::to_string(i)), .lifetime_ms = 60'000};
  };
  flood(1, 600, wanted);
  EXPECT_GT(dropped(Drop::name_storage), 0u);
  flood(6, 300, wanted);
  for (unsigned i = 0; i < 5; ++i) {
    EXPECT_TRUE(ask(honest, wire::Interest{.name = wire::Name::literal(prefix + "honest" + std::to_string(i))}))
        << i;
  }
}

TEST_F(PoolsTest, DownstreamsBeyondTheFirstAreLeftForOthers) {
  begin(sizes());
  const auto name = [](unsigned i) { return "/shared/" + std::to_string(i); };
  for (unsigned i = 0; i < 400; ++i) {
    ASSERT_TRUE(ask(local, name(i)));
  }
  flood(6, 400, [&](unsigned i) {
    return wire::Interest{.name = wire::Name::literal(name(i % 400)), .lifetime_ms = 60'000};
  });
  EXPECT_GT(dropped(Drop::in_records_full), 0u);
  for (unsigned i = 0; i < 5; ++i) {
    send_interest(honest, {.name = wire::Name::literal(name(i)), .lifetime_ms = 60'000});
    end_turn();
    EXPECT_TRUE(answer(honest, name(i))) << i;
  }
}

TEST_F(PoolsTest, UpstreamsBeyondTwoAreLeftForOthers) {
  strategies_.set(wire::Name(), 1);  // multicast
  fib_.set(wire::Name::literal("/many"), {{upstream, 1}, {304, 1}, {305, 1}, {306, 1}, {307, 1}});
  begin(sizes());
  flood(6, 400, [](unsigned i) {
    return wire::Interest{.name = wire::Name::literal("/many/" + std::to_string(i)), .lifetime_ms = 60'000};
  });
  EXPECT_GT(dropped(Drop::out_records_full), 0u);
  ASSERT_TRUE(ask(honest, "/many/honest"));
  EXPECT_EQ(out_.sent.size(), 5u);
}

TEST_F(PoolsTest, ACacheFullOfLongNamesLeavesRoomForPendingOnes) {
  begin(sizes());
  const std::string prefix = "/" + std::string(1500, 'x') + "/";
  for (unsigned i = 0; i < 1200; ++i) {
    const auto name = prefix + std::to_string(i);
    ASSERT_TRUE(ask(honest, name)) << i;
    ASSERT_TRUE(answer(honest, name)) << i;
  }
  // The latest is cached: the oldest went.
  EXPECT_FALSE(ask(honest, prefix + "1199"));
  EXPECT_EQ(forwarder_->counters().cs_hits.value(), 1u);
  EXPECT_EQ(figures("name_storage").in_use, 0u);
  for (unsigned i = 0; i < 100; ++i) {
    EXPECT_TRUE(ask(honest, prefix + "new" + std::to_string(i))) << i;
  }
}

TEST_F(PoolsTest, EachDataIsHashedOnceWhateverIsPending) {
  begin(sizes());
  wire::Data data{.name = wire::Name::literal("/video/1"), .content = Bytes(8000, 7)};
  const auto digest = wire::implicit_digest(data.encode());
  wire::Name right = data.name;
  right.append(wire::component_type::implicit_digest, digest);
  for (unsigned i = 0; i < 60; ++i) {
    ASSERT_TRUE(ask(hostile + i % hostile_count, {.name = with_digest("/video/1", i)}));
  }
  ASSERT_TRUE(ask(honest, wire::Interest{.name = right}));
  EXPECT_TRUE(answer(honest, data));
  EXPECT_EQ(forwarder_->digests_computed(), 1u);
  // It is cached now, and asked for by other digests.
  for (unsigned i = 100; i < 120; ++i) {
    ask(hostile, {.name = with_digest("/video/1", i)});
  }
  EXPECT_EQ(forwarder_->content_store().digests_computed(), 1u);
  // Another Data of the same name has another digest.
  wire::Data other{.name = data.name, .content = Bytes(8000, 8)};
  ASSERT_TRUE(ask(honest, wire::Interest{.name = data.name, .must_be_fresh = true}));
  EXPECT_TRUE(answer(honest, other));
  EXPECT_TRUE(ask(honest, wire::Interest{.name = right})) << "the Data of this digest is not cached any more";
}

TEST_F(PoolsTest, WhatEndsGivesBackWhatItTook) {
  strategies_.set(wire::Name(), 1);  // multicast
  fib_.set(wire::Name(), {{upstream, 1}, {304, 1}, {305, 1}});
  begin(sizes());
  const std::string prefix = "/" + std::string(300, 'x') + "/";
  for (unsigned i = 0; i < 200; ++i) {
    const auto name = with_digest(prefix + std::to_string(i % 150), i);
    for (const FaceId face : {honest, local, hostile + i % 7}) {
      send_interest(face, {.name = name, .lifetime_ms = 4000});
    }
    if (i % 3 == 0) {
      answer(honest, prefix + std::to_string(i % 150));
    }
  }
  for (const char* name : {"pit_records", "digests", "in_records", "out_records", "name_storage"}) {
    EXPECT_GT(figures(name).in_use, 0u) << name;
    EXPECT_GE(figures(name).in_use, figures(name).largest) << name;
  }
  advance(20 * nanoseconds_per_second);
  for (const char* name : {"pit_records", "digests", "in_records", "out_records", "name_storage"}) {
    EXPECT_EQ(figures(name).in_use, 0u) << name;
    EXPECT_EQ(figures(name).largest, 0u) << name;
  }
}

}  // namespace
}  // namespace augustus::forward::pools_test
