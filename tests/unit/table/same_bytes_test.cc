// SPDX-License-Identifier: Apache-2.0
#include "table/same_bytes.hh"

#include <gtest/gtest.h>

#include <vector>

namespace augustus::table::same_bytes_test {
namespace {

TEST(SameBytes, SeesADifferenceAtAnyPlaceOfAnyLength) {
  for (std::size_t length = 0; length < 70; ++length) {
    std::vector<std::uint8_t> left(length, 7);
    const std::vector<std::uint8_t> right = left;  // exact sizes: the address sanitizer sees a read too many
    EXPECT_TRUE(same_bytes(left.data(), right.data(), length));
    for (auto& byte : left) {
      byte ^= 0x80;
      EXPECT_FALSE(same_bytes(left.data(), right.data(), length)) << length;
      byte ^= 0x80;
    }
  }
}

}  // namespace
}  // namespace augustus::table::same_bytes_test
