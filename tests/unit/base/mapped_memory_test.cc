// SPDX-License-Identifier: Apache-2.0
#include "base/mapped_memory.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace augustus::mapped_memory_test {
namespace {

TEST(MappedMemory, IsZeroedAndWritableToItsEnd) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{5000}, std::size_t{5} << 20}) {
    const MappedMemory memory(bytes);
    ASSERT_GE(memory.bytes(), bytes);
    auto* const data = static_cast<unsigned char*>(memory.data());
    EXPECT_TRUE(std::all_of(data, data + memory.bytes(), [](unsigned char byte) { return byte == 0; }));
    std::fill(data, data + memory.bytes(), 0xff);
  }
}

TEST(MappedMemory, SaysWhichPagesItGot) {
  EXPECT_STREQ(to_string(MappedMemory(4096).pages()), "normal");
  const MappedMemory large(4u << 20);
  if (large.pages() != PageKind::normal) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(large.data()) % (2u << 20), 0u);
  }
  EXPECT_STREQ(to_string(PageKind::huge), "huge");
  EXPECT_STREQ(to_string(PageKind::transparent), "transparent");
}

TEST(MappedMemory, MovesItsOwnership) {
  MappedMemory first(100);
  void* const data = first.data();
  MappedMemory second(std::move(first));
  EXPECT_EQ(second.data(), data);
  first = MappedMemory(200);
  first = std::move(second);
  EXPECT_EQ(first.data(), data);
}

TEST(MappedMemory, ThrowsWhenRefused) {
  try {
    const MappedMemory memory(std::size_t{1} << 60);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("memory"), std::string::npos);
  }
}

}  // namespace
}  // namespace augustus::mapped_memory_test
