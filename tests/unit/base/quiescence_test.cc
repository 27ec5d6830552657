// SPDX-License-Identifier: Apache-2.0
#include "base/quiescence.hh"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace augustus::quiescence_test {
namespace {

TEST(Quiescence, ReclaimsAtOnceWithoutReaders) {
  Quiescence quiescence(4);
  int reclaimed = 0;
  quiescence.retire([&] { ++reclaimed; });
  EXPECT_EQ(reclaimed, 1);
}

TEST(Quiescence, WaitsForEveryOnlineReader) {
  Quiescence quiescence(3);
  quiescence.online(0);
  quiescence.online(2);
  bool reclaimed = false;
  quiescence.retire([&] { reclaimed = true; });
  EXPECT_FALSE(reclaimed);
  quiescence.quiescent(0);
  quiescence.poll();
  EXPECT_FALSE(reclaimed);
  quiescence.quiescent(2);
  quiescence.poll();
  EXPECT_TRUE(reclaimed);
  quiescence.offline(0);
  quiescence.offline(2);
}

TEST(Quiescence, ReaderThatGoesOfflineIsNotWaitedFor) {
  Quiescence quiescence(1);
  quiescence.online(0);
  bool reclaimed = false;
  quiescence.retire([&] { reclaimed = true; });
  EXPECT_FALSE(reclaimed);
  quiescence.offline(0);
  quiescence.poll();
  EXPECT_TRUE(reclaimed);
}

TEST(Quiescence, ReaderThatComesOnlineLaterIsNotWaitedFor) {
  Quiescence quiescence(2);
  quiescence.online(0);
  bool reclaimed = false;
  quiescence.retire([&] { reclaimed = true; });
  quiescence.online(1);
  quiescence.quiescent(0);
  quiescence.poll();
  EXPECT_TRUE(reclaimed);
}

TEST(Quiescence, ReclaimsInOrderOfRetiring) {
  Quiescence quiescence(1);
  quiescence.online(0);
  std::vector<int> order;
  for (int i = 0; i < 5; ++i) {
    quiescence.retire([&order, i] { order.push_back(i); });
  }
  quiescence.quiescent(0);
  quiescence.poll();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(Quiescence, ReclaimMayRetire) {
  Quiescence quiescence(1);
  bool inner = false;
  quiescence.retire([&] { quiescence.retire([&] { inner = true; }); });
  quiescence.poll();
  EXPECT_TRUE(inner);
}

TEST(Quiescence, DestructorReclaimsWhatIsLeft) {
  bool reclaimed = false;
  {
    Quiescence quiescence(1);
    quiescence.online(0);
    quiescence.retire([&] { reclaimed = true; });
  }
  EXPECT_TRUE(reclaimed);
}

TEST(Quiescence, DrainWaitsForReadersWhereNothingWasRetired) {
  Quiescence quiescence(2);
  quiescence.online(1);
  std::atomic<bool> reads{true};
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    reads = false;
    quiescence.quiescent(1);
  });
  quiescence.drain();
  EXPECT_FALSE(reads.load()) << "the reader holds what the writer is about to free";
  reader.join();
  quiescence.offline(1);
  quiescence.drain();
}

TEST(Quiescence, NoReaderSeesWhatWasReclaimed) {
  constexpr unsigned readers = 3;
  constexpr int rounds = 2000;
  Quiescence quiescence(readers);
  struct Value {
    std::atomic<int> alive{1};
  };
  std::array<Value, rounds + 1> values;
  std::atomic<Value*> current{values.data()};
  std::atomic<bool> stop{false};
  std::atomic<int> dead_seen{0};
  std::atomic<unsigned> online{0};
  std::vector<std::thread> threads;
  for (unsigned reader = 0; reader < readers; ++reader) {
    threads.emplace_back([&, reader] {
      quiescence.online(reader);
      ++online;
      while (!stop.load()) {
        Value* value = current.load(std::memory_order_acquire);
        dead_seen += value->alive.load() == 0 ? 1 : 0;
        std::this_thread::yield();
        dead_seen += value->alive.load() == 0 ? 1 : 0;
        quiescence.quiescent(reader);
      }
      quiescence.offline(reader);
    });
  }
  while (online.load() < readers) {
    std::this_thread::yield();
  }
  for (int round = 1; round <= rounds; ++round) {
    Value* old = current.exchange(&values[static_cast<std::size_t>(round)]);
    quiescence.retire([old] { old->alive = 0; });
  }
  quiescence.drain();
  EXPECT_EQ(values[rounds - 1].alive.load(), 0);
  stop = true;
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(dead_seen.load(), 0);
}

}  // namespace
}  // namespace augustus::quiescence_test
