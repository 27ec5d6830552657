// SPDX-License-Identifier: Apache-2.0
#include "store/admission_policy.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

#include "store_fixture.hh"

namespace augustus::store::admission_policy_test {
namespace {

constexpr std::uint32_t remembered = 64;

/// A key whose place is the `place`th.
std::uint64_t key_at(std::uint32_t place, std::uint16_t tag) {
  return std::uint64_t{place} * (0x1'0000'0000 / remembered) << 16 | tag;
}

/// Of 10,000 names.
unsigned admitted_of_new(const AdmissionOptions& options) {
  AdmissionPolicy policy(options, remembered);
  unsigned count = 0;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    count += policy.admits(key_at(i % remembered, static_cast<std::uint16_t>(i))) ? 1 : 0;
  }
  return count;
}

TEST(AdmissionPolicy, EverythingIsTakenUnlessSaidOtherwise) {
  EXPECT_EQ(admitted_of_new({}), 10'000u);
  EXPECT_TRUE(AdmissionPolicy({}, remembered).admits_everything());
}

TEST(AdmissionPolicy, AShareIsTakenByProbability) {
  const auto share = [](double probability) {
    return admitted_of_new({.kind = Admission::probability, .probability = probability});
  };
  EXPECT_EQ(share(0), 0u);
  EXPECT_EQ(share(1), 10'000u);
  // Ten standard deviations.
  EXPECT_NEAR(share(0.5), 5000, 500);
  EXPECT_NEAR(share(0.01), 100, 100);
  EXPECT_GT(share(0.01), 0u);
}

TEST(AdmissionPolicy, KLruForgetsANameWhenAnotherTakesItsPlace) {
  AdmissionPolicy policy({.kind = Admission::k_lru, .k = 2}, remembered);
  EXPECT_FALSE(policy.admits(key_at(3, 1)));
  EXPECT_FALSE(policy.admits(key_at(3, 2)));
  EXPECT_FALSE(policy.admits(key_at(3, 1)));
  EXPECT_TRUE(policy.admits(key_at(3, 1)));
}

RC_GTEST_PROP(AdmissionPolicy, KLruCountsLikeAPlainCounter, ()) {
  const auto k = *rc::gen::inRange(1u, 5u);
  AdmissionPolicy policy({.kind = Admission::k_lru, .k = k}, remembered);
  std::map<std::uint32_t, unsigned> times;
  for (const auto place : *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0u, remembered))) {
    RC_ASSERT(policy.admits(key_at(place, 7)) == (++times[place] >= k));
  }
}

TestStore store_with(const AdmissionOptions& admission) {
  return TestStore({.admission = admission});
}

TEST(ContentStoreAdmission, KLruTakesWhatComesAgain) {
  TestStore cs = store_with({.kind = Admission::k_lru, .k = 3});
  EXPECT_EQ(cs.insert("/a"), InsertOutcome::not_admitted);
  EXPECT_FALSE(cs.has("/a"));
  EXPECT_EQ(cs.entry(wire::Name::literal("/a")), table::entry_none) << "its name takes no room";
  EXPECT_EQ(cs.insert("/a"), InsertOutcome::not_admitted);
  EXPECT_EQ(cs.insert("/a"), InsertOutcome::stored);
  EXPECT_TRUE(cs.has("/a"));
}

TEST(ContentStoreAdmission, WhatIsHeldIsReplacedWithoutAsking) {
  TestStore cs = store_with({.kind = Admission::k_lru, .k = 2});
  cs.insert(make_data("/a", 20, 0, 1));
  cs.insert(make_data("/a", 20, 0, 1));
  const Bytes other = make_data("/a", 20, 0, 2);
  EXPECT_EQ(cs.insert(other), InsertOutcome::replaced);
  EXPECT_EQ(cs.find("/a"), other);
}

TEST(ContentStoreAdmission, AProbabilityTakesSome) {
  TestStore cs = store_with({.kind = Admission::probability, .probability = 0.5});
  unsigned stored = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    stored += cs.insert("/a/" + std::to_string(i)) == InsertOutcome::stored ? 1 : 0;
  }
  EXPECT_EQ(cs.store().size(), stored);
  EXPECT_NEAR(stored, 500, 160);
}

TEST(ContentStoreAdmission, NothingIsTakenWithProbability0) {
  TestStore cs = store_with({.kind = Admission::probability, .probability = 0});
  EXPECT_EQ(cs.insert("/a"), InsertOutcome::not_admitted);
  EXPECT_EQ(cs.store().size(), 0u);
}

TEST(ContentStoreAdmission, SaysWhatItIs) {
  EXPECT_EQ(AdmissionOptions{}.text(), "everything");
  EXPECT_EQ((AdmissionOptions{.kind = Admission::probability, .probability = 0.25}.text()),
            "probability 0.25");
  EXPECT_EQ((AdmissionOptions{.kind = Admission::k_lru, .k = 3}.text()), "k-lru 3");
}

}  // namespace
}  // namespace augustus::store::admission_policy_test
