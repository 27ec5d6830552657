// SPDX-License-Identifier: Apache-2.0
#include "base/counter.hh"

#include <gtest/gtest.h>

namespace augustus::counter_test {
namespace {

TEST(Counter, CountsBeyond32Bits) {
  Counter counter;
  counter.set(0xffff'ffff);
  counter.add();
  EXPECT_EQ(counter.value(), std::uint64_t{1} << 32);
  counter.add(std::uint64_t{1} << 40);
  EXPECT_EQ(counter.value(), (std::uint64_t{1} << 32) + (std::uint64_t{1} << 40));
}

}  // namespace
}  // namespace augustus::counter_test
