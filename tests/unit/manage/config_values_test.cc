// SPDX-License-Identifier: Apache-2.0
#include "manage/config_values.hh"

#include <gtest/gtest.h>

#include "manage/config.hh"
#include "manage/reload_report.hh"

namespace augustus::manage::config_values_test {
namespace {

std::vector<ConfigChange> changes(const std::string& now, const std::string& next) {
  return compare(parse_config(now, "now.toml").values, parse_config(next, "next.toml").values);
}

TEST(ConfigValues, ADefaultThatIsWrittenDownIsNoChange) {
  EXPECT_TRUE(changes("", "").empty());
  EXPECT_TRUE(
      changes("", "[cs]\ncapacity = 65536\n[workers]\ncount = 1\n[faces.udp]\nport = 6363\n").empty());
  EXPECT_TRUE(changes("[cs]\n", "[log]\nlevel = \"info\"\n").empty());
}

TEST(ConfigValues, AChangeNamesKeyAndBothValues) {
  const auto found = changes("", "[cs]\ncapacity = 1000\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text, "cs.capacity: 65536 -> 1000");
  EXPECT_TRUE(found[0].possible);
}

TEST(ConfigValues, WhatIsFixedAtStartIsImpossible) {
  for (const char* text :
       {"[workers]\ncount = 2\n", "[tables]\npit_records = 100\n", "[faces.tcp]\nport = 7000\n",
        "[faces.unix]\nenabled = false\n", "[faces.websocket]\nlisten = \"127.0.0.1\"\n",
        "[run]\nuser = \"x\"\n", "[cs]\nreplacement = \"fifo\"\n", "[packets]\nhuge_pages = true\n",
        "[regions]\nnames = [\"/a\"]\n", "[security]\nlocalhop_rib = true\n",
        "[[dpdk.ports]]\ndevice = \"net_null0\"\n", "[workers]\nmanagement_cpu = 3\n",
        "[workers]\nplacement = \"spread\"\n"}) {
    const auto found = changes("", text);
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_FALSE(found[0].possible) << found[0].text;
  }
}

TEST(ConfigValues, LogLevelsAndMetricsCanChange) {
  for (const char* text : {"[log]\nlevel = \"debug\"\n", "[log.modules]\nface = \"debug\"\n",
                           "[metrics]\nenabled = true\n", "[metrics]\nport = 1\n"}) {
    const auto found = changes("", text);
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_TRUE(found[0].possible) << found[0].text;
  }
  EXPECT_EQ(changes("", "[log.modules]\nface = \"debug\"\n")[0].text,
            "log.modules.face: not set -> \"debug\"");
}

constexpr const char* two_routes = R"(
[[routes]]
prefix = "/a"
face = "udp4://192.0.2.1:6363"
[[routes]]
prefix = "/b"
face = "udp4://192.0.2.1:6363"
cost = 5
)";

TEST(ConfigValues, ElementsThatComeAndGoAreTold) {
  const auto found = changes(two_routes, R"(
[[routes]]
prefix = "/c"
face = "udp4://192.0.2.2:6363"
[[routes]]
prefix = "/a"
face = "udp4://192.0.2.1:6363"
cost = 0
)");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "routes: - cost = 5, face = \"udp4://192.0.2.1:6363\", prefix = \"/b\"");
  EXPECT_EQ(found[1].text, "routes: + cost = 0, face = \"udp4://192.0.2.2:6363\", prefix = \"/c\"");
  EXPECT_TRUE(found[0].possible);
}

TEST(ConfigValues, TheSameElementTwiceIsNotTheSameAsOnce) {
  const std::string once =
      "[[strategies]]\nprefix = \"/a\"\nstrategy = \"/localhost/nfd/strategy/multicast\"\n";
  EXPECT_EQ(changes(once, once + once).size(), 1u);
}

TEST(ConfigValues, SecretsAreComparedAndNotShown) {
  const auto with = [](const char* secret) {
    return std::string(
               "[[security.authorizations]]\nsigner = \"hmac\"\nkey = \"/k\"\nprivileges = [\"cs\"]\nsecret "
               "= \"") +
           secret + "\"\n";
  };
  const auto found = changes(with("c2VjcmV0"), with("b3RoZXI="));
  ASSERT_EQ(found.size(), 2u);
  for (const auto& change : found) {
    EXPECT_TRUE(change.possible);
    EXPECT_EQ(change.text.find("c2VjcmV0"), std::string::npos) << change.text;
    EXPECT_EQ(change.text.find("b3RoZXI="), std::string::npos) << change.text;
    EXPECT_NE(change.text.find("key = \"/k\""), std::string::npos) << change.text;
  }
}

TEST(ReloadReport, LongTextIsCutAtALineAndSaysHowMuchIsMissing) {
  const ReloadReport report{200, "3 changes", {"one", "two", std::string(1000, 'x')}};
  EXPECT_EQ(report.text(7000), "3 changes\none\ntwo\n" + std::string(1000, 'x'));
  EXPECT_EQ(report.text(100), "3 changes\none\ntwo\n... and 1 more, see the log");
}

}  // namespace
}  // namespace augustus::manage::config_values_test
