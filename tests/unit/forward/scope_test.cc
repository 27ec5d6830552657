// SPDX-License-Identifier: Apache-2.0
#include "forward/rules/scope.hh"

#include <gtest/gtest.h>

#include "wire/interest.hh"
#include "wire/parse_packet.hh"

namespace augustus::forward::scope_test {
namespace {

constexpr FaceAttributes local{.id = 300, .scope = FaceScope::local, .takes = FaceTakes::ndn};
constexpr FaceAttributes remote{.id = 301, .scope = FaceScope::non_local, .takes = FaceTakes::ndn};

struct Parsed {
  explicit Parsed(const char* uri) : packet(wire::Interest{.name = wire::Name::literal(uri)}.encode()) {
    EXPECT_EQ(wire::parse_packet(packet, view), wire::ParseOutcome::ok);
  }
  NameScope scope() const { return name_scope(view, packet.data()); }
  bool violates(const FaceAttributes& from, const FaceAttributes& to, bool rule_off = false) const {
    return would_violate_scope(from, to, scope(), rule_off);
  }
  std::vector<std::uint8_t> packet;
  wire::PacketView view;
};

TEST(ScopeTest, LocalhostStaysOnLocalFaces) {
  const Parsed name("/localhost/nfd");
  EXPECT_EQ(name.scope(), NameScope::localhost);
  EXPECT_TRUE(name.violates(local, remote));
  EXPECT_FALSE(name.violates(remote, local));
}

TEST(ScopeTest, LocalhopGoesOutOnlyFromLocalFaces) {
  const Parsed name("/localhop/x");
  EXPECT_EQ(name.scope(), NameScope::localhop);
  EXPECT_FALSE(name.violates(local, remote));
  EXPECT_TRUE(name.violates(remote, remote));
  EXPECT_FALSE(name.violates(remote, local));
  EXPECT_FALSE(name.violates(remote, remote, true));
}

TEST(ScopeTest, OnlyTheWholeFirstComponentCounts) {
  for (const auto* uri : {"/localhos", "/localhost2", "/a/localhost", "/8=localhos/t", "/9=localhost"}) {
    const Parsed name(uri);
    EXPECT_EQ(name.scope(), NameScope::global) << uri;
    EXPECT_FALSE(name.violates(remote, remote)) << uri;
  }
}

}  // namespace
}  // namespace augustus::forward::scope_test
