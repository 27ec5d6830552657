// SPDX-License-Identifier: Apache-2.0
#include "main/control/arguments.hh"

#include <gtest/gtest.h>

#include "main/errors.hh"

namespace augustus::control::control_arguments_test {
namespace {

using Kind = Argument::Kind;

const std::vector<Argument> face_create = {{"remote", "FACEURI", "", Kind::by_place, true},
                                           {"persistency", "PERSISTENCY", "", Kind::by_place},
                                           {"local", "FACEURI", ""},
                                           {"mtu", "BYTES", ""},
                                           {"fast", "", "", Kind::flag}};

Arguments parse(const std::vector<std::string>& words, std::map<std::string, std::string> options = {}) {
  return Arguments(face_create, words, std::move(options));
}

/// The message that words are refused with.
std::string refusal(const std::vector<std::string>& words) {
  try {
    parse(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Arguments, ComeByPlace) {
  const Arguments arguments = parse({"udp4://192.0.2.1:6363", "permanent"});
  EXPECT_EQ(arguments.text("remote"), "udp4://192.0.2.1:6363");
  EXPECT_EQ(arguments.text("persistency"), "permanent");
  EXPECT_FALSE(arguments.has("mtu"));
}

TEST(Arguments, ComeAfterTheirNameInAnyOrder) {
  const Arguments arguments =
      parse({"mtu", "1400", "fast", "persistency", "permanent", "remote", "udp4://host"});
  EXPECT_EQ(arguments.number("mtu"), 1400u);
  EXPECT_EQ(arguments.text("persistency"), "permanent");
  EXPECT_EQ(arguments.text("remote"), "udp4://host");
  EXPECT_TRUE(arguments.has("fast"));
}

TEST(Arguments, MixPlacesNamesAndOptions) {
  const Arguments arguments = parse({"udp4://host", "mtu", "1400"}, {{"local", "dev://eth0"}});
  EXPECT_EQ(arguments.text("remote"), "udp4://host");
  EXPECT_EQ(arguments.number("mtu"), 1400u);
  EXPECT_EQ(arguments.text("local"), "dev://eth0");
}

TEST(Arguments, RefuseWhatDoesNotFit) {
  EXPECT_EQ(refusal({"mtu", "1400"}).substr(0, 20), "'remote' is missing:");
  EXPECT_EQ(refusal({"a", "b", "c"}).substr(0, 21), "'c' was not expected:");
  EXPECT_EQ(refusal({"a", "mtu"}), "'mtu' needs a value: BYTES");
  EXPECT_EQ(refusal({"a", "fast", "fast"}), "'fast' is given twice");
  EXPECT_EQ(refusal({"a", "remote", "b", "c"}).find("accepted"), std::string::npos);
}

TEST(Arguments, HaveTypes) {
  const Arguments arguments = parse({"a"}, {{"mtu", "x1"}, {"local", "on"}, {"persistency", "/a/b"}});
  EXPECT_THROW(arguments.number("mtu"), UsageError);
  EXPECT_THROW(arguments.on_off("mtu"), UsageError);
  EXPECT_EQ(arguments.on_off("local"), true);
  EXPECT_EQ(arguments.prefix("persistency"), wire::Name::literal("/a/b"));
  EXPECT_EQ(arguments.number("absent"), std::nullopt);
}

TEST(Arguments, TellTheirSyntax) {
  EXPECT_EQ(syntax_of(face_create),
            "[remote] FACEURI [[persistency] PERSISTENCY] [local FACEURI] [mtu BYTES] [fast]");
  EXPECT_EQ(syntax_of({}), "none");
}

TEST(Arguments, NumbersAreWholeAndExact) {
  EXPECT_EQ(parse_number("18446744073709551615"), 18446744073709551615u);
  for (const char* text : {"", "-1", "+1", "1.5", "1x", " 1", "18446744073709551616"}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace augustus::control::control_arguments_test
