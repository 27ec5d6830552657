// SPDX-License-Identifier: Apache-2.0
#include "base/copy_short.hh"

#include <gtest/gtest.h>

#include <vector>

namespace augustus::copy_short_test {
namespace {

// The source is as long as what is copied, so that the sanitizer sees a read beyond it.
TEST(CopyShort, CopiesEveryLengthAndNothingElse) {
  constexpr std::size_t longest = 300;
  constexpr std::size_t margin = 64;
  for (std::size_t bytes = 0; bytes <= longest; ++bytes) {
    std::vector<std::uint8_t> from(bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
      from[i] = static_cast<std::uint8_t>(i + 1);
    }
    std::vector<std::uint8_t> to(bytes + 2 * margin, 0xee);
    std::vector<std::uint8_t> expected = to;
    std::copy(from.begin(), from.end(), expected.begin() + margin);
    copy_short(to.data() + margin, from.data(), bytes);
    ASSERT_EQ(to, expected) << bytes;
  }
}

}  // namespace
}  // namespace augustus::copy_short_test
