// SPDX-License-Identifier: Apache-2.0
#include "table/fib_replicas.hh"

#include <gtest/gtest.h>

#include <array>

namespace augustus::table::fib_replicas_test {
namespace {

using wire::Name;

class FibReplicasTest : public testing::Test {
 protected:
  FaceId face_in(unsigned replica, const Name& name) const {
    const FibMatch match = fib_[replica].find_longest(name.value());
    return match ? match.next_hops->front().face : face_id_none;
  }

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  // The second asks for a node that no machine has: nearness is lost, nothing else.
  FibReplicas fib_{{.prefixes_max = 2}, std::array{any_node, 1023}, key_, quiescence_};
};

TEST_F(FibReplicasTest, EveryReplicaHasEveryChange) {
  ASSERT_EQ(fib_.count(), 2u);
  const Name prefix = Name::literal("/a");
  const Name below = Name::literal("/a/b");
  EXPECT_EQ(fib_.set(prefix, {{300, 1}}), FibOutcome::ok);
  EXPECT_EQ(face_in(0, below), 300u);
  EXPECT_EQ(face_in(1, below), 300u);
  EXPECT_EQ(fib_.set(prefix, {{301, 1}}), FibOutcome::ok);
  EXPECT_EQ(face_in(0, below), 301u);
  EXPECT_EQ(face_in(1, below), 301u);
  EXPECT_EQ(fib_.set(prefix, {}), FibOutcome::ok);
  EXPECT_EQ(face_in(0, below), face_id_none);
  EXPECT_EQ(face_in(1, below), face_id_none);
  EXPECT_EQ(fib_.size(), 0u);
}

TEST_F(FibReplicasTest, WhatDoesNotFitIsInNone) {
  fib_.set(Name::literal("/a"), {{300, 1}});
  fib_.set(Name::literal("/b"), {{300, 1}});
  EXPECT_EQ(fib_.set(Name::literal("/c"), {{300, 1}}), FibOutcome::full);
  for (unsigned replica = 0; replica < 2; ++replica) {
    EXPECT_EQ(face_in(replica, Name::literal("/c")), face_id_none);
    EXPECT_EQ(fib_[replica].size(), 2u);
  }
}

}  // namespace
}  // namespace augustus::table::fib_replicas_test
