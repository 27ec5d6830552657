// SPDX-License-Identifier: Apache-2.0
#include "base/held_clock.hh"

#include <gtest/gtest.h>

#include <thread>

namespace augustus::held_clock_test {
namespace {

TEST(HeldClockTest, ClocksMoveByAdvanceAlone) {
  HeldClock clock;
  const TimeNs monotonic = monotonic_now();
  const TimeNs wall = wall_clock_now();
  timespec first{};
  clock_gettime(CLOCK_MONOTONIC, &first);
  for (timespec now = first; now.tv_sec == first.tv_sec && now.tv_nsec == first.tv_nsec;) {
    clock_gettime(CLOCK_MONOTONIC, &now);
  }
  EXPECT_EQ(monotonic_now(), monotonic);
  EXPECT_EQ(wall_clock_now(), wall);
  clock.advance(5 * nanoseconds_per_second);
  EXPECT_EQ(monotonic_now(), monotonic + 5 * nanoseconds_per_second);
  EXPECT_EQ(wall_clock_now(), wall + 5 * nanoseconds_per_second);
}

TEST(HeldClockTest, OtherThreadsSeeTheSameTime) {
  HeldClock clock;
  clock.advance(3600 * nanoseconds_per_second);
  TimeNs seen = 0;
  std::thread([&] { seen = monotonic_now(); }).join();
  EXPECT_EQ(seen, monotonic_now());
}

TEST(HeldClockTest, ClocksRunAgainWhenItGoes) {
  TimeNs held = 0;
  {
    HeldClock clock;
    clock.advance(3600 * nanoseconds_per_second);
    held = monotonic_now();
  }
  EXPECT_LT(monotonic_now(), held);
}

}  // namespace
}  // namespace augustus::held_clock_test
