// SPDX-License-Identifier: Apache-2.0
#include "main/control/route_file.hh"

#include <gtest/gtest.h>

#include <sstream>

namespace augustus::control::route_file_test {
namespace {

TEST(RouteFile, ReadsPrefixFaceAndCost) {
  std::istringstream lines("/a/b udp4://192.0.2.1:6363 10\n\n# comment\n \t/c\t300 \r\n");
  RouteFile file(lines);
  const auto first = file.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->number, 1u);
  EXPECT_EQ(first->prefix, wire::Name::literal("/a/b"));
  EXPECT_EQ(first->face, "udp4://192.0.2.1:6363");
  EXPECT_EQ(first->cost, 10u);
  EXPECT_EQ(first->error, "");
  const auto second = file.next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->number, 4u);
  EXPECT_EQ(second->prefix, wire::Name::literal("/c"));
  EXPECT_EQ(second->face, "300");
  EXPECT_EQ(second->cost, std::nullopt);
  EXPECT_FALSE(file.next());
}

TEST(RouteFile, SaysWhatIsWrongWithALineAndGoesOn) {
  std::istringstream lines("/a\n/a 300 1 2\n/a 300 cheap\n/8=%zz 300\n/b 300\n");
  RouteFile file(lines);
  EXPECT_EQ(file.next()->error, "expected PREFIX FACE [COST]");
  EXPECT_EQ(file.next()->error, "expected PREFIX FACE [COST]");
  EXPECT_EQ(file.next()->error, "cost 'cheap': expected a whole number");
  EXPECT_EQ(file.next()->error, "'/8=%zz' is not a name: expected one such as /example/hello");
  const auto good = file.next();
  EXPECT_EQ(good->error, "");
  EXPECT_EQ(good->number, 5u);
}

TEST(RouteFile, RefusesWhatCannotBeRead) {
  EXPECT_THROW(RouteFile("/does/not/exist"), std::runtime_error);
  EXPECT_THROW(RouteFile("/"), std::runtime_error);
}

}  // namespace
}  // namespace augustus::control::route_file_test
