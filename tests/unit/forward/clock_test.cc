// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "source_root.hh"

namespace augustus::clock_test {
namespace {

// A burst has one time, which its worker reads: what happens to each packet reads no clock of its own.
TEST(Clock, IsNotReadWhereSinglePacketsAreHandled) {
  unsigned files = 0;
  for (const std::string room : {"wire", "table", "forward"}) {
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(std::string(AUGUSTUS_SOURCE_ROOT "/src/") + room)) {
      if (!file.is_regular_file()) {
        continue;
      }
      ++files;
      std::ifstream stream(file.path());
      const std::string text(std::istreambuf_iterator<char>(stream), {});
      for (const std::string call : {"monotonic_now(", "wall_clock_now(", "clock_gettime(", "rdtsc", "::now("}) {
        EXPECT_EQ(text.find(call), std::string::npos) << file.path() << " calls " << call;
      }
    }
  }
  EXPECT_GT(files, 50u);
}

}  // namespace
}  // namespace augustus::clock_test
