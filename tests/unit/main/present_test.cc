// SPDX-License-Identifier: Apache-2.0
#include "main/control/present.hh"

#include <gtest/gtest.h>

#include <sstream>

#include "main/control/face_reference.hh"
#include "main/control/text_table.hh"
#include "main/control/views.hh"
#include "main/errors.hh"

namespace augustus::control::present_test {
namespace {

manage::FaceStatus some_face() {
  manage::FaceStatus face;
  face.face_id = 300;
  face.remote_uri = "udp4://192.0.2.1:6363";
  face.local_uri = "udp4://192.0.2.2:6363";
  face.persistency = 1;
  face.flags = 5;
  face.in_interests = 7;
  face.out_bytes = 99;
  return face;
}

TEST(Words, AreThoseOfNfdc) {
  EXPECT_EQ(origin_word(255), "static");
  EXPECT_EQ(origin_word(77), "77");
  EXPECT_EQ(origin_from_word("nlsr"), 128u);
  EXPECT_EQ(origin_from_word("77"), 77u);
  EXPECT_EQ(origin_from_word("nobody"), std::nullopt);
  EXPECT_EQ(persistency_word(2), "permanent");
  EXPECT_EQ(persistency_from_word("on-demand"), 1u);
  EXPECT_EQ(scope_word(1), "local");
  EXPECT_EQ(link_type_word(1), "multi-access");
  EXPECT_EQ(face_flag_words(5), (std::vector<std::string>{"local-fields", "congestion-marking"}));
  EXPECT_EQ(route_flag_words(3), (std::vector<std::string>{"child-inherit", "capture"}));
}

TEST(Words, TellTime) {
  EXPECT_EQ(duration_text(0), "0s");
  EXPECT_EQ(duration_text(59), "59s");
  EXPECT_EQ(duration_text(3600), "1h");
  EXPECT_EQ(duration_text(90061), "1d 1h 1m 1s");
  EXPECT_EQ(time_text(1'700'000'000'000), "2023-11-14T22:13:20Z");
}

TEST(Json, HoldsAFace) {
  const Json json = to_json(some_face());
  EXPECT_EQ(json["face_id"], 300);
  EXPECT_EQ(json["uri"], "udp4://192.0.2.1:6363");
  EXPECT_EQ(json["persistency"], "on-demand");
  EXPECT_EQ(json["flags"], Json::array({"local-fields", "congestion-marking"}));
  EXPECT_EQ(json["in_interests"], 7);
  EXPECT_EQ(json["out_bytes"], 99);
  EXPECT_FALSE(json.contains("mtu"));
}

TEST(Json, HoldsStatusWithDropsByReason) {
  manage::ForwarderStatus status;
  status.version = "augustus 1";
  status.start_ms = 1000;
  status.current_ms = 61'500;
  const Json json = to_json(status, {{"truncated", 3}});
  EXPECT_EQ(json["uptime_s"], 60);
  EXPECT_EQ(json["drops"]["truncated"], 3);
  EXPECT_TRUE(to_json(status, {})["drops"].is_object());
}

std::vector<manage::PoolStatus> some_pools() {
  return {{.name = "digests",
           .drop_reason = "digest_share",
           .capacity = 4096,
           .in_use = 70,
           .largest = 64,
           .refused = 12}};
}

TEST(Json, HoldsPoolsByName) {
  const Json json = to_json(some_pools());
  EXPECT_EQ(json["digests"]["capacity"], 4096);
  EXPECT_EQ(json["digests"]["in_use"], 70);
  EXPECT_EQ(json["digests"]["largest_holder"], 64);
  EXPECT_EQ(json["digests"]["refused"], 12);
  EXPECT_EQ(json["digests"]["drop_reason"], "digest_share");
  EXPECT_TRUE(to_json(std::vector<manage::PoolStatus>{}).is_object());
}

TEST(Views, ShowEachPoolInALine) {
  std::ostringstream out;
  print_pools(out, some_pools());
  EXPECT_EQ(out.str(),
            "POOL     IN USE    OF  LARGEST HOLDER  REFUSED  DROPPED AS\n"
            "digests      70  4096              64       12  digest_share\n");
}

TEST(Json, OfAnEmptyListIsAnEmptyArray) {
  EXPECT_EQ(to_json(std::vector<manage::FaceStatus>{}).dump(), "[]");
}

TEST(Json, HoldsTheFieldsOfAResponse) {
  manage::ControlParameters parameters;
  parameters.name = wire::Name::literal("/a");
  parameters.origin = 0;
  parameters.cost = 4;
  EXPECT_EQ(to_json(parameters).dump(), R"({"prefix":"/a","origin":"app","cost":4})");
}

TEST(TextTable, AlignsItsColumns) {
  TextTable table({{"NAME"}, {"COUNT", true}, {"END"}});
  table.add({"a", "10000000", "x"});
  table.add({"longer", "1", ""});
  std::ostringstream out;
  table.print(out, "> ");
  EXPECT_EQ(out.str(),
            "> NAME       COUNT  END\n"
            "> a       10000000  x\n"
            "> longer         1\n");
}

TEST(Views, ShowEachRouteOfAPrefixOnItsLine) {
  manage::RibStatus entry;
  entry.prefix = wire::Name::literal("/a");
  entry.routes = {{300, 255, 10, 1, std::nullopt}, {301, 65, 0, 3, 61'000}};
  std::ostringstream out;
  print_rib(out, {entry});
  EXPECT_EQ(out.str(),
            "PREFIX  FACE  ORIGIN  COST  FLAGS                  EXPIRES\n"
            "/a       300  static    10  child-inherit          never\n"
            "         301  client     0  child-inherit capture  1m 1s\n");
}

TEST(FaceReference, MakesUrisCanonical) {
  EXPECT_EQ(canonical_face_uri("udp://192.0.2.1"), "udp4://192.0.2.1:6363");
  EXPECT_EQ(canonical_face_uri("tcp6://[2001:db8::1]:7000"), "tcp6://[2001:db8::1]:7000");
  EXPECT_EQ(canonical_face_uri("udp4://localhost:6363"), "udp4://127.0.0.1:6363");
  EXPECT_THROW(canonical_face_uri("nonsense"), UsageError);
  EXPECT_THROW(canonical_face_uri("http://192.0.2.1"), UsageError);
}

}  // namespace
}  // namespace augustus::control::present_test
