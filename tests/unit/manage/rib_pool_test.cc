// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/rib_pool.hh"

#include <gtest/gtest.h>

#include "face/face_source.hh"
#include "manage/access/access.hh"
#include "manage/access/pool_source.hh"
#include "recording_data_plane.hh"

namespace augustus::manage::rib_pool_test {
namespace {

constexpr std::uint32_t prefixes = 1600;

class RibPoolTest : public testing::Test {
 protected:
  void add_program(FaceId face, uid_t user) {
    plane_.add_face(face, "fd://" + std::to_string(face));
    auto& info = plane_.faces[face];
    info.scope = forward::FaceScope::local;
    info.peer = face::UnixPeer{.user = user, .group = 12345, .groups = {}};
    info.source = face::source_of_user(user);
  }
  void add_stream(FaceId face, const std::string& host, forward::FaceScope scope) {
    plane_.add_face(face, "tcp4://" + host + ":1000");
    auto& info = plane_.faces[face];
    info.scope = scope;
    info.source = face;  // as different addresses have
  }
  std::uint64_t source(FaceId face) const { return pool_source_of(face, plane_.find_face(face)); }

  test::RecordingDataPlane plane_;
};

TEST_F(RibPoolTest, a_user_has_one_part_however_many_faces_he_makes) {
  RibPool pool(plane_, prefixes);
  unsigned taken = 0;
  for (FaceId face = 1000; face < 1100; ++face) {
    add_program(face, 1000);
    for (; pool.may_take(face); ++taken) {
      pool.take(face);
    }
  }
  EXPECT_LE(taken, prefixes * 8 / 9 + 1);
  // One of these users might share that part, by chance.
  unsigned may = 0;
  for (const FaceId face : {2001, 2002, 2003}) {
    add_program(face, face);
    may += pool.may_take(face) ? 1 : 0;
  }
  EXPECT_GE(may, 2u);
}

TEST_F(RibPoolTest, programs_over_loopback_share_a_part_and_other_machines_do_not) {
  add_stream(1000, "127.0.0.1", forward::FaceScope::local);
  add_stream(1001, "127.0.0.2", forward::FaceScope::local);
  add_stream(1002, "192.0.2.1", forward::FaceScope::non_local);
  add_stream(1003, "192.0.2.2", forward::FaceScope::non_local);
  add_program(1004, 1000);
  add_program(1005, 1000);
  add_program(1006, 1001);
  EXPECT_EQ(source(1000), source(1001));
  EXPECT_NE(source(1002), source(1003));
  EXPECT_EQ(source(1004), source(1005));
  EXPECT_NE(source(1004), source(1006));
  EXPECT_NE(source(1000), source(1004));
}

TEST_F(RibPoolTest, faces_of_the_operator_have_a_part_each) {
  plane_.add_face(1000, "udp4://192.0.2.1:6363");
  plane_.add_face(1001, "udp4://192.0.2.1:6364");
  EXPECT_NE(source(1000), source(1001));
}

TEST_F(RibPoolTest, nobody_gets_another_part_by_leaving) {
  EXPECT_EQ(source(1000), source(1001)) << "of Faces that are gone";
  EXPECT_NE(source(1000), source(face_id_none)) << "the router's own";
}

TEST_F(RibPoolTest, access_tells_who_asks) {
  add_program(1000, 1000);
  add_program(1001, 1000);
  const Access access(plane_, ManagerOptions{});
  EXPECT_EQ(access.peer_of(1000, false).source, face::source_of_user(1000));
  EXPECT_EQ(access.peer_of(1000, false).source, access.peer_of(1001, false).source);
}

}  // namespace
}  // namespace augustus::manage::rib_pool_test
