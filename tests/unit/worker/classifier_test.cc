// SPDX-License-Identifier: Apache-2.0
#include "worker/classifier.hh"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace augustus::worker::classifier_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

const Bytes interest{5, 11, 7, 3, 8, 1, 'a', 10, 4, 1, 2, 3, 4};
const Bytes malformed{5, 11, 7, 3, 8, 9, 'a', 10, 4, 1, 2, 3, 4};  // a component longer than the name

class ClassifierTest : public testing::Test {
 protected:
  rte_mbuf* packet_of(const Bytes& bytes) {
    rte_mbuf* packet = pool_.copy_of(bytes);
    new (&forward::arrival_of(packet)) forward::Arrival{.face = 300};
    packets_.push_back(packet);
    return packet;
  }
  ~ClassifierTest() override {
    for (rte_mbuf* packet : packets_) {
      rte_pktmbuf_free(packet);
    }
  }

  PacketPool pool_{"classifier_test", 64, 8};
  PartitionMap partitions_{1, 1};
  Classifier classifier_{KeyedHash(HashKey{}), partitions_, 1};
  std::vector<rte_mbuf*> packets_;
};

TEST_F(ClassifierTest, ParsesABurstUpToTheFirstMalformedPacket) {
  for (const std::size_t before : {0u, 1u, 3u, 7u}) {
    std::vector<rte_mbuf*> burst;
    for (std::size_t i = 0; i < before; ++i) {
      burst.push_back(packet_of(interest));
    }
    const auto refused = classifier_.malformed(wire::ParseOutcome::malformed_name).value() +
                         classifier_.malformed(wire::ParseOutcome::truncated).value();
    std::array<wire::PacketView, 16> views;
    EXPECT_EQ(classifier_.parse(burst, views.data()), before);
    burst.push_back(packet_of(malformed));
    burst.push_back(packet_of(interest));
    EXPECT_EQ(classifier_.parse(burst, views.data()), before);
    EXPECT_EQ(classifier_.malformed(wire::ParseOutcome::malformed_name).value() +
                  classifier_.malformed(wire::ParseOutcome::truncated).value(),
              refused + 1);
    wire::PacketView alone;
    ASSERT_TRUE(classifier_.parse(burst.back(), alone));
    for (std::size_t i = 0; i < before; ++i) {
      EXPECT_EQ(views[i].name_hash, alone.name_hash);
      EXPECT_EQ(views[i].nonce, 0x01020304u);
    }
  }
}

}  // namespace
}  // namespace augustus::worker::classifier_test
