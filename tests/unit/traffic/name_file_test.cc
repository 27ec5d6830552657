// SPDX-License-Identifier: Apache-2.0
#include "traffic/names/name_file.hh"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

#include "traffic/names/listed_names.hh"

namespace augustus::traffic::name_file_test {
namespace {

/// A file that goes with the test.
class TextFile {
 public:
  explicit TextFile(const std::string& text) {
    char name[] = "/tmp/augustus-names-XXXXXX";
    ::close(::mkstemp(name));
    path = name;
    std::ofstream(path) << text;
  }
  ~TextFile() { std::remove(path.c_str()); }
  std::string path;
};

std::string uri(std::span<const std::uint8_t> value) {
  return value.empty() ? "" : wire::Name::from_value(value)->uri();
}

std::string refusal(const std::string& text, NameFile::Kind kind) {
  const TextFile file(text);
  try {
    NameFile read(file.path, kind);
  } catch (const std::runtime_error& error) {
    return std::string(error.what()).substr(file.path.size());
  }
  return "accepted";
}

TEST(NameFile, HasOneNameALine) {
  const TextFile file("/com/www/google\n\n# a comment\n  \n/org/ndn/%41\r\nndn:/seg=7\n");
  const NameFile names(file.path, NameFile::Kind::names);
  ASSERT_EQ(names.size(), 3u);
  EXPECT_EQ(uri(names[0]), "/com/www/google");
  EXPECT_EQ(uri(names[1]), "/org/ndn/A");
  EXPECT_EQ(uri(names[2]), "/seg=7");
}

TEST(NameFile, SaysWhereItIsWrong) {
  EXPECT_EQ(refusal("/a\n/b/%zz\n", NameFile::Kind::names), ":2: expected a name such as /example/hello");
  EXPECT_EQ(refusal("/a\n", NameFile::Kind::trace), ":1: expected SECONDS URI");
  EXPECT_EQ(refusal("-1 /a\n", NameFile::Kind::trace), ":1: expected SECONDS URI");
  EXPECT_EQ(refusal("2 /a\n1 /b\n", NameFile::Kind::trace),
            ":2: expected a time that is not before the line above");
  EXPECT_EQ(refusal("# none\n", NameFile::Kind::names), ": has no names");
  EXPECT_THROW(NameFile("/nowhere/at/all", NameFile::Kind::names), std::runtime_error);
}

TEST(TracedNames, ComeOnceWithTheirTimes) {
  const TextFile file("0 /a\n0.5 /b\n2.25e0\t/a\n");
  TracedNames trace(NameFile(file.path, NameFile::Kind::trace), 2);
  EXPECT_EQ(trace.due(), 0u);
  EXPECT_EQ(uri(trace.next()), "/a");
  EXPECT_EQ(trace.due(), nanoseconds_per_second / 4);
  EXPECT_EQ(uri(trace.next()), "/b");
  EXPECT_EQ(trace.due(), nanoseconds_per_second * 9 / 8);
  EXPECT_EQ(uri(trace.next()), "/a");
  EXPECT_EQ(trace.due(), std::nullopt);
  EXPECT_TRUE(trace.next().empty());
}

TEST(ListedNames, TheFirstLineIsTheMostPopular) {
  const TextFile file("/a\n/b\n/c\n");
  ListedNames names(NameFile(file.path, NameFile::Kind::names), NumberOrder(Order::zipf, 3, 2, 1));
  int first = 0;
  for (int i = 0; i < 10'000; ++i) {
    first += uri(names.next()) == "/a";
  }
  EXPECT_NEAR(first, 10'000 / (1 + 1 / 4.0 + 1 / 9.0), 300);
}

}  // namespace
}  // namespace augustus::traffic::name_file_test
