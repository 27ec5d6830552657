// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "store_fixture.hh"

namespace augustus::store::content_store_memory_test {
namespace {

/// Four frames of 16 KiB.
constexpr StoreOptions small_fifo{
    .capacity_packets = 1000, .capacity_bytes = 64u << 10, .replacement = Replacement::fifo};
constexpr StoreOptions small_lru{
    .capacity_packets = 1000, .capacity_bytes = 64u << 10, .replacement = Replacement::lru};

std::string uri(int i) {
  return "/object/" + std::to_string(i);
}

TEST(ContentStoreMemory, BytesAreLimited) {
  for (const auto& options : {small_fifo, small_lru}) {
    TestStore cs(options);
    for (int i = 0; i < 500; ++i) {
      ASSERT_EQ(cs.insert(make_data(uri(i), 1000)), InsertOutcome::stored) << i;
      ASSERT_LE(cs.store().bytes(), options.capacity_bytes);
      ASSERT_TRUE(cs.has(uri(i)));
    }
    EXPECT_GE(cs.store().size(), 30u) << "half of what would fit";
    EXPECT_EQ(cs.store().evicted() + cs.store().size(), 500u);
  }
}

TEST(ContentStoreMemory, FifoUnderTheByteLimitKeepsTheLastArrived) {
  TestStore cs(small_fifo);
  for (int i = 0; i < 500; ++i) {
    cs.insert(make_data(uri(i), 1000));
  }
  const int first_kept = 500 - static_cast<int>(cs.store().size());
  for (int i = 0; i < 500; ++i) {
    EXPECT_EQ(cs.has(uri(i)), i >= first_kept) << i;
  }
  EXPECT_EQ(cs.store().moved(), 0u);
}

TEST(ContentStoreMemory, LruUnderTheByteLimitKeepsWhatIsUsed) {
  TestStore cs(small_lru);
  cs.insert(make_data("/hot", 1000));
  for (int i = 0; i < 500; ++i) {
    cs.insert(make_data(uri(i), 1000));
    ASSERT_TRUE(cs.has("/hot")) << i;
  }
  EXPECT_GT(cs.store().moved(), 0u);
}

TEST(ContentStoreMemory, GapsAreReusedBeforeAnythingIsEvicted) {
  TestStore cs(small_lru);
  for (int i = 0; i < 40; ++i) {
    cs.insert(make_data(uri(i), 1000));
  }
  ASSERT_EQ(cs.store().evicted(), 0u);
  // Three of four go, scattered over the frames.
  for (int i = 0; i < 40; ++i) {
    if (i % 4 != 0) {
      cs.store().erase(wire::Name::literal(uri(i)).value(), 1);
    }
  }
  for (int i = 100; i < 120; ++i) {
    cs.insert(make_data(uri(i), 1000));
  }
  EXPECT_EQ(cs.store().evicted(), 0u);
  for (int i = 0; i < 40; i += 4) {
    EXPECT_EQ(cs.find(uri(i)), make_data(uri(i), 1000));
  }
}

TEST(ContentStoreMemory, AStoreThatHoldsLittleTouchesLittle) {
  TestStore cs({.capacity_packets = 40, .capacity_bytes = 64u << 20, .replacement = Replacement::lru});
  cs.insert(make_data("/hot", 1000));
  for (int i = 0; i < 3000; ++i) {
    cs.insert(make_data(uri(i), 1000));
    ASSERT_TRUE(cs.has("/hot"));
  }
  EXPECT_LE(cs.store().frames().count() - cs.store().frames().untouched(), 5u);
}

TEST(ContentStoreMemory, DataLargerThanAFrameIsRefused) {
  TestStore cs({.capacity_bytes = 16u << 10});
  EXPECT_EQ(cs.insert(make_data("/a", 5000)), InsertOutcome::too_large);
  EXPECT_EQ(cs.names().size(), 0u);
  EXPECT_EQ(cs.insert(make_data("/a", 3000)), InsertOutcome::stored);
}

TEST(ContentStoreMemory, APacketInFlightKeepsItsBytes) {
  StoreOptions options = small_fifo;
  options.capacity_packets = 20;
  TestStore cs(options);
  const Bytes data = make_data("/held", 2000);
  cs.insert(data);
  rte_mbuf* held = cs.find_packet(wire::Name::literal("/held"));
  ASSERT_NE(held, nullptr);
  EXPECT_TRUE(RTE_MBUF_HAS_EXTBUF(held));
  rte_mbuf* clone = rte_pktmbuf_clone(held, test_pool().small());
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(cs.insert(make_data(uri(i), 1500)), InsertOutcome::stored);
  }
  EXPECT_FALSE(cs.has("/held"));
  EXPECT_EQ(take(held), data);
  EXPECT_EQ(take(clone), data);
  EXPECT_EQ(test_pool().in_use(), 0u);
}

TEST(ContentStoreMemory, AHeldFrameIsPassedOver) {
  TestStore cs(small_fifo);
  cs.insert(make_data("/held", 2000));
  rte_mbuf* held = cs.find_packet(wire::Name::literal("/held"));
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(cs.insert(make_data(uri(i), 1500)), InsertOutcome::stored);
  }
  EXPECT_TRUE(cs.has("/held"));
  rte_pktmbuf_free(held);
  for (int i = 100; i < 200; ++i) {
    cs.insert(make_data(uri(i), 1500));
  }
  EXPECT_FALSE(cs.has("/held"));
}

TEST(ContentStoreMemory, WhoHoldsEveryDataHoldsHalfOfTheFrames) {
  for (const bool is_let_go : {false, true}) {
    TestStore cs(small_fifo);
    std::vector<rte_mbuf*> held;
    unsigned referring = 0;
    for (int i = 0; i < 200; ++i) {
      ASSERT_EQ(cs.insert(make_data(uri(i), 1500)), InsertOutcome::stored) << i;
      rte_mbuf* packet = cs.find_packet(wire::Name::literal(uri(i)));
      ASSERT_NE(packet, nullptr);
      referring += RTE_MBUF_HAS_EXTBUF(packet) ? 1 : 0;
      if (is_let_go) {
        EXPECT_EQ(take(packet), make_data(uri(i), 1500));
      } else {
        held.push_back(packet);
      }
    }
    EXPECT_EQ(cs.names().size(), cs.store().size());
    EXPECT_EQ(referring == 200, is_let_go);
    EXPECT_GT(referring, 0u);
    for (std::size_t i = 0; i < held.size(); ++i) {
      EXPECT_EQ(take(held[i]), make_data(uri(static_cast<int>(i)), 1500));
    }
    EXPECT_EQ(test_pool().in_use(), 0u);
  }
}

TEST(ContentStoreMemory, FramesThatAreHeldDoNotHideTheOthers) {
  // 80 frames of three Data each. Of half of them one is left, and held: they are the emptiest.
  TestStore cs({.capacity_packets = 1000,
                .capacity_bytes = 80 * 4096,
                .replacement = Replacement::fifo,
                .frame_bytes = 4096});
  for (int i = 0; i < 220; ++i) {
    ASSERT_EQ(cs.insert(make_data(uri(i), 1000)), InsertOutcome::stored);
  }
  std::vector<rte_mbuf*> held;
  for (int i = 110; i < 220; ++i) {
    if (i % 3 == 0) {
      held.push_back(cs.find_packet(wire::Name::literal(uri(i))));
      ASSERT_NE(held.back(), nullptr);
    } else {
      cs.store().erase(wire::Name::literal(uri(i)).value(), 1);
    }
  }
  ASSERT_GT(held.size(), 32u);
  for (int i = 220; i < 620; ++i) {
    ASSERT_EQ(cs.insert(make_data(uri(i), 1000)), InsertOutcome::stored) << i;
  }
  EXPECT_TRUE(cs.has(uri(219)));
  for (rte_mbuf* packet : held) {
    rte_pktmbuf_free(packet);
  }
  for (int i = 620; i < 1020; ++i) {
    ASSERT_EQ(cs.insert(make_data(uri(i), 1000)), InsertOutcome::stored) << i;
  }
  EXPECT_FALSE(cs.has(uri(219)));
  EXPECT_GT(cs.store().size(), 200u);
}

TEST(ContentStoreMemory, AHandleKeptPastAnEvictionIsStale) {
  TestStore cs(small_fifo);
  cs.insert(make_data("/a", 1000));
  const auto entry = cs.entry(wire::Name::literal("/a"));
  const auto old = cs.names().cs_handle(entry);
  ASSERT_TRUE(old.valid());
  cs.store().erase({}, 10);
  cs.insert(make_data("/b", 1000));
  const auto other = cs.entry(wire::Name::literal("/b"));
  const auto good = cs.names().cs_handle(other);
  EXPECT_NE(good, old);
  for (const table::SegmentHandle bad :
       {old, table::SegmentHandle{.frame = 3, .place = 0, .generation = 0},
        table::SegmentHandle{.frame = 1000, .place = 9, .generation = 1},
        table::SegmentHandle{.frame = good.frame, .place = 65535, .generation = good.generation}}) {
    cs.names().set_cs_handle(other, bad);
    EXPECT_FALSE(cs.has("/b"));
  }
  cs.names().set_cs_handle(other, good);
  EXPECT_TRUE(cs.has("/b"));
}

TEST(ContentStoreMemory, PacketsOutliveTheStore) {
  const Bytes data = make_data("/held", 2000);
  rte_mbuf* held = nullptr;
  {
    TestStore cs(small_lru);
    cs.insert(data);
    held = cs.find_packet(wire::Name::literal("/held"));
  }
  EXPECT_EQ(take(held), data);
  EXPECT_EQ(test_pool().in_use(), 0u);
}

TEST(ContentStoreMemory, PacketsAreFreedOnOtherThreadsWhileFramesTurnOver) {
  TestStore cs(small_fifo);
  constexpr int rounds = 2000;
  std::atomic<rte_mbuf*> slot{nullptr};
  std::atomic<int> wrong{0};
  std::thread sender([&] {
    for (int freed = 0; freed < rounds;) {
      rte_mbuf* packet = slot.exchange(nullptr, std::memory_order_acquire);
      if (packet == nullptr) {
        std::this_thread::yield();
        continue;
      }
      wire::PacketView view{};
      wrong += wire::parse_packet(packet_bytes(packet), view) == wire::ParseOutcome::ok ? 0 : 1;
      rte_pktmbuf_free(packet);
      ++freed;
    }
  });
  for (int i = 0; i < rounds; ++i) {
    EXPECT_EQ(cs.insert(make_data(uri(i), 1000 + i % 500)), InsertOutcome::stored);
    rte_mbuf* packet = cs.find_packet(wire::Name::literal(uri(i)));
    ASSERT_NE(packet, nullptr);
    while (slot.load(std::memory_order_relaxed) != nullptr) {
      std::this_thread::yield();
    }
    slot.store(packet, std::memory_order_release);
  }
  sender.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(test_pool().in_use(), 0u);
}

}  // namespace
}  // namespace augustus::store::content_store_memory_test
