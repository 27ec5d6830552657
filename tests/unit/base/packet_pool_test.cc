// SPDX-License-Identifier: Apache-2.0
#include "base/packet_pool.hh"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "held_thread.hh"

namespace augustus::packet_pool_test {
namespace {

constexpr unsigned burst = 64;

void take_and_give_back(rte_mempool* pool) {
  std::array<void*, burst> buffers;
  if (rte_mempool_get_bulk(pool, buffers.data(), burst) == 0) {
    rte_mempool_put_bulk(pool, buffers.data(), burst);
  }
}

TEST(PacketPool, OfAThreadStoppedInTheMiddleServesTheOthers) {
  PacketPool pool("stopped", 2047, 63);
  {
    // Neither thread is one of the EAL's, so each burst goes to what all share.
    std::atomic<bool> began{false};
    HeldThread one([&] {
      take_and_give_back(pool.small());
      began = true;
    });
    ASSERT_TRUE(HeldThread::becomes([&] { return began.load(); }));
    std::atomic<unsigned> bursts{0};
    std::jthread other([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        take_and_give_back(pool.small());
        ++bursts;
      }
    });
    for (unsigned times = 0; times < 50 && !HasFailure(); ++times) {
      const HeldThread::Pause stopped(one);
      const unsigned before = bursts;
      EXPECT_TRUE(HeldThread::becomes([&] { return bursts > before + 100; }));
    }
  }
  EXPECT_EQ(pool.in_use(), 0u);
}

}  // namespace
}  // namespace augustus::packet_pool_test
