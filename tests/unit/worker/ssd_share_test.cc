// SPDX-License-Identifier: Apache-2.0
#include "worker/ssd_share.hh"

#include <gtest/gtest.h>

namespace augustus::worker::ssd_share_test {
namespace {

/// What of the time goes to SSDs, in percent, when each turn has `others` ticks of other work and each look at the
/// SSDs takes `look`.
double share_of(SsdShare share, std::uint64_t others, std::uint64_t look) {
  std::uint64_t now = 1'000'000;
  std::uint64_t looking = 0;
  share.is_due(now, true);
  const std::uint64_t start = now;
  for (unsigned turn = 0; turn < 100'000; ++turn) {
    now += others;
    if (share.is_due(now, others != 0)) {
      now += look;
      looking += look;
      share.looked(now);
    }
  }
  return 100.0 * static_cast<double>(looking) / static_cast<double>(now - start);
}

TEST(SsdShare, IsKeptWhileThereAreOtherPackets) {
  EXPECT_NEAR(share_of(SsdShare(10), 20, 100), 10, 0.5);
  EXPECT_NEAR(share_of(SsdShare(50), 20, 100), 50, 0.5);
  EXPECT_NEAR(share_of(SsdShare(1), 20, 100), 1, 0.1);
}

TEST(SsdShare, IsAtMostAllTurnsWhereALookTakesLittle) {
  EXPECT_NEAR(share_of(SsdShare(50), 100, 10), 100.0 * 10 / 110, 0.1);
}

TEST(SsdShare, IsAllThatIsWantedWithoutABound) {
  EXPECT_NEAR(share_of(SsdShare(100), 20, 100), 100.0 * 100 / 120, 0.1);
  EXPECT_NEAR(share_of(SsdShare(), 20, 100), 100.0 * 100 / 120, 0.1);
}

TEST(SsdShare, IsNotBoundWhereNobodyElseHasWork) {
  EXPECT_NEAR(share_of(SsdShare(1), 0, 100), 100, 0.1);
}

TEST(SsdShare, IsNotSavedUp) {
  SsdShare share(10);
  EXPECT_TRUE(share.is_due(1'000'000'000, true)) << "long idle";
  share.looked(1'000'000'100);
  EXPECT_FALSE(share.is_due(1'000'000'200, true)) << "100 ticks take 900 of the others'";
  EXPECT_FALSE(share.is_due(1'000'000'900, true));
  EXPECT_TRUE(share.is_due(1'000'001'100, true));
}

}  // namespace
}  // namespace augustus::worker::ssd_share_test
