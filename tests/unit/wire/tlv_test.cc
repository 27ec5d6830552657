// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/wire/exact_buffer.hh"
#include "unit/wire/generate.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_writer.hh"

namespace augustus::wire::tlv_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(TlvWriter, WritesNumbersInShortestForm) {
  EXPECT_EQ(TlvWriter().number(8, 255).take(), (Bytes{8, 1, 255}));
  EXPECT_EQ(TlvWriter().number(8, 256).take(), (Bytes{8, 2, 1, 0}));
  EXPECT_EQ(TlvWriter().number(252, 65536).take(), (Bytes{252, 4, 0, 1, 0, 0}));
  EXPECT_EQ(TlvWriter().number(253, 1ULL << 32).take(), (Bytes{253, 0, 253, 8, 0, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(TlvWriter().flag(65536).take(), (Bytes{254, 0, 1, 0, 0, 0}));
  EXPECT_EQ(TlvWriter().text(8, "hi").take(), (Bytes{8, 2, 'h', 'i'}));
  EXPECT_EQ(TlvWriter().element(8, Bytes(253)).bytes().subspan(0, 4).back(), 253);
}

TEST(TlvWriter, NestsElements) {
  const Bytes nested =
      TlvWriter().nested(100, [](TlvWriter& inner) { inner.flag(1).number(2, 3); }).raw(Bytes{9, 0}).take();
  EXPECT_EQ(nested, (Bytes{100, 5, 1, 0, 2, 1, 3, 9, 0}));
}

TEST(TlvReader, StopsAtWhatIsMalformed) {
  for (const Bytes& malformed : std::vector<Bytes>{{8},
                                                   {8, 1},
                                                   {0, 0},
                                                   {253, 0, 252, 0},
                                                   {254, 0, 0, 255, 255, 0},
                                                   {8, 253, 0, 252},
                                                   {255, 0, 0, 0, 1, 0, 0, 0, 0, 0},
                                                   {8, 255, 255, 255, 255, 255, 255, 255, 255, 255}}) {
    const ExactBuffer buffer(malformed);
    TlvReader reader(buffer.bytes());
    EXPECT_EQ(reader.peek_type(), 0U);
    EXPECT_FALSE(reader.failed());
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.failed());
    EXPECT_FALSE(reader.at_end());
  }
}

TEST(TlvReader, AnEmptySpanIsTheEndAndNoFailure) {
  TlvReader reader({});
  EXPECT_TRUE(reader.at_end());
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.failed());
}

TEST(TlvReader, NumbersHave1248Bytes) {
  for (std::size_t size = 0; size <= 9; ++size) {
    const Bytes bytes = TlvWriter().element(8, Bytes(size, 1)).take();
    const bool is_number = size == 1 || size == 2 || size == 4 || size == 8;
    EXPECT_EQ(TlvReader(bytes).next()->number().has_value(), is_number) << size;
  }
}

RC_GTEST_PROP(TlvProperty, WhatIsWrittenIsReadBack, ()) {
  const auto type = *rc::gen::suchThat(rc::gen::arbitrary<std::uint32_t>(), [](auto t) { return t != 0; });
  const auto number = *rc::gen::arbitrary<std::uint64_t>();
  const auto value = *bytes_up_to(300);
  TlvWriter writer;
  writer.number(type, number).element(type, value);
  const ExactBuffer buffer(writer.bytes());
  TlvReader reader(buffer.bytes());
  RC_ASSERT(reader.peek_type() == type);
  RC_ASSERT(reader.next()->number() == number);
  const auto element = reader.next();
  RC_ASSERT(element.has_value());
  RC_ASSERT(element->type == type);
  RC_ASSERT(Bytes(element->value.begin(), element->value.end()) == value);
  RC_ASSERT(reader.at_end());
}

}  // namespace
}  // namespace augustus::wire::tlv_test
