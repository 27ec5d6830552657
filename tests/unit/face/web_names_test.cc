// SPDX-License-Identifier: Apache-2.0
#include "face/web_names.hh"

#include <gtest/gtest.h>

namespace augustus::face::web_names_test {
namespace {

TEST(WebNames, AnAddressAndLocalhostAreThisMachine) {
  for (const char* host : {"127.0.0.1", "127.0.0.1:9696", "192.0.2.1:80", "[::1]", "[2001:db8::1]:9636", "localhost",
                           "LocalHost:9696", "Router.example:1"}) {
    EXPECT_TRUE(is_own_host(host, {"router.example"})) << host;
  }
}

TEST(WebNames, AnyOtherNameIsSomebodyElses) {
  for (const char* host : {"", "evil.example", "evil.example:9696", "localhost.evil.example", "127.0.0.1.evil.example",
                           "[::1", "[evil]", "router.example.evil"}) {
    EXPECT_FALSE(is_own_host(host, {"router.example"})) << host;
  }
}

TEST(WebNames, APageIsLocalOnlyWhereItsOriginIsListed) {
  const LocalWebPages pages{.origins = {"http://localhost:8080"}, .hosts = {}};
  const std::string listed = "http://localhost:8080", other = "https://evil.example", none = "null";
  EXPECT_TRUE(pages.admit(nullptr, "127.0.0.1:9696"));
  EXPECT_TRUE(pages.admit(&listed, "127.0.0.1:9696"));
  EXPECT_FALSE(pages.admit(&other, "127.0.0.1:9696"));
  EXPECT_FALSE(pages.admit(&none, "127.0.0.1:9696"));
  EXPECT_FALSE(pages.admit(nullptr, "rebound.example:9696"));
  EXPECT_FALSE(pages.admit(&listed, "rebound.example:9696"));
}

}  // namespace
}  // namespace augustus::face::web_names_test
