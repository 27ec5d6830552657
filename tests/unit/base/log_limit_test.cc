// SPDX-License-Identifier: Apache-2.0
#include "base/log_limit.hh"

#include <gtest/gtest.h>

namespace augustus::log_limit_test {
namespace {

TEST(LogLimit, AdmitsSoManyASecondAndTellsOfTheOthers) {
  LogLimit limit(2);
  const TimeNs start = 5 * nanoseconds_per_second;
  EXPECT_EQ(limit.admit(start), 0u);
  EXPECT_EQ(limit.admit(start + 1), 0u);
  EXPECT_EQ(limit.admit(start + 2), std::nullopt);
  EXPECT_EQ(limit.admit(start + nanoseconds_per_second - 1), std::nullopt);
  EXPECT_EQ(limit.admit(start + nanoseconds_per_second), 2u);
  EXPECT_EQ(limit.admit(start + nanoseconds_per_second), 0u);
  EXPECT_EQ(limit.admit(start + nanoseconds_per_second), std::nullopt);
}

}  // namespace
}  // namespace augustus::log_limit_test
