// SPDX-License-Identifier: Apache-2.0
#include "element/language/arguments.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace augustus::element::arguments_test {
namespace {

using Texts = std::vector<std::string>;

TEST(Arguments, CommasSeparateOutsideQuotesAndParentheses) {
  EXPECT_EQ(*split_arguments(" a b , \"c, d\", e('f,' , g) "), (Texts{"a b", "\"c, d\"", "e('f,' , g)"}));
}

TEST(Arguments, AnEmptyLastOneIsNone) {
  EXPECT_EQ(*split_arguments(""), Texts{});
  EXPECT_EQ(*split_arguments("1, /* none */ "), Texts{"1"});
  EXPECT_EQ(*split_arguments(", 2"), (Texts{"", "2"}));
}

TEST(Arguments, CommentsAreSpaces) {
  EXPECT_EQ(*split_arguments("// first\n a/* , */b // last"), Texts{"a b"});
  EXPECT_EQ(*split_arguments("'// none'"), Texts{"'// none'"});
}

TEST(Arguments, WhatIsNotClosedIsNotSplit) {
  EXPECT_FALSE(split_arguments("'a"));
  EXPECT_FALSE(split_arguments("\"a\\\""));
  EXPECT_FALSE(split_arguments("/* a"));
  EXPECT_FALSE(split_arguments("(a"));
  EXPECT_FALSE(split_arguments("a)"));
  EXPECT_FALSE(split_arguments("\\<41"));
}

TEST(Arguments, WordsKeepTheirQuotes) {
  EXPECT_EQ(split_words(" PREFIX  \"/a b\"c\t'd e' "), (Texts{"PREFIX", "\"/a b\"c", "'d e'"}));
}

TEST(Arguments, UnquotedIsWhatTheyMean) {
  EXPECT_EQ(unquote("a\"b c\"'d'"), "ab cd");
  EXPECT_EQ(unquote("'\\n$x'"), "\\n$x");
  EXPECT_EQ(unquote(R"("\t\n\\\"\101\x4142\q")"), "\t\n\\\"ABq");
  EXPECT_EQ(unquote("\\< 48 45 4c 4C 4f >"), "HELLO");
  EXPECT_EQ(unquote("\"x\\<4 1>\""), "xA");
  EXPECT_EQ(unquote("\"one\\\n line\""), "one line");
}

TEST(Arguments, QuotesOnlyWhatNeedsThem) {
  EXPECT_EQ(quote("/a/b"), "/a/b");
  EXPECT_EQ(quote("/a//b"), "\"/a//b\"");
  EXPECT_EQ(quote(""), "\"\"");
  EXPECT_EQ(quote("$a \"b\""), "\"\\$a \\\"b\\\"\"");
}

RC_GTEST_PROP(Arguments, QuotedTextIsOneWordAndUnquotesToItself, (const std::string& text)) {
  const std::string quoted = quote(text);
  RC_ASSERT(*split_arguments(quoted) == Texts{quoted});
  RC_ASSERT(split_words(quoted) == Texts{quoted});
  RC_ASSERT(unquote(quoted) == text);
}

}  // namespace
}  // namespace augustus::element::arguments_test
