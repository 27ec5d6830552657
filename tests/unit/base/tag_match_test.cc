// SPDX-License-Identifier: Apache-2.0
#include "base/tag_match.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

namespace augustus::tag_match_test {
namespace {

RC_GTEST_PROP(TagMatch, IsTheSameInBothForms, (const std::array<bool, 16>& equal, std::uint16_t tag)) {
  alignas(64) std::array<std::uint16_t, 16> words;
  std::uint32_t expected = 0;
  for (unsigned i = 0; i < words.size(); ++i) {
    // An unequal word differs in one bit or in all, also in one byte only.
    words[i] = static_cast<std::uint16_t>(equal[i] ? tag : tag ^ (i == 0 ? 0xffff : 1u << i));
    expected |= static_cast<std::uint32_t>(equal[i]) << i;
  }
  RC_ASSERT(match_tags(words.data(), tag) == expected);
  RC_ASSERT(match_tags_portable(words.data(), tag) == expected);
}

}  // namespace
}  // namespace augustus::tag_match_test
