// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "ssd_fixture.hh"

namespace augustus::store::content_store_ssd_test {
namespace {

TEST(ContentStoreSsd, WhatLeftMemoryComesBackFromTheDisk) {
  SsdStore store(test_disk());
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), 2 * test_batch);
  }
  EXPECT_FALSE(store.in_memory("/o0", 0));
  for (unsigned object = 0; object < 12; ++object) {
    for (unsigned segment = 0; segment < 2 * test_batch; ++segment) {
      const auto name = "/o" + std::to_string(object);
      ASSERT_EQ(store.get(name, segment), object_data(name, segment)) << name << ' ' << segment;
    }
  }
  EXPECT_EQ(store.counters().damaged.value(), 0u);
  EXPECT_EQ(store.counters().false_matches.value(), 0u);
}

TEST(ContentStoreSsd, OneReadBringsAWholeBatch) {
  auto disk = test_disk();
  SsdStore store(disk);
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  disk->reads = 0;
  ASSERT_TRUE(store.get("/o0", 2).has_value());
  EXPECT_EQ(disk->reads, 1u);
  for (unsigned segment = 0; segment < test_batch; ++segment) {
    EXPECT_TRUE(store.in_memory("/o0", segment)) << segment;
  }
}

TEST(ContentStoreSsd, WhatTheDiskHasIsNotWrittenAgain) {
  auto disk = test_disk();
  SsdStore store(disk);
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned object = 0; object < 12; ++object) {
      ASSERT_TRUE(store.get("/o" + std::to_string(object), 0).has_value());
      store.settle();
    }
  }
  // Each batch once, though each was in memory several times.
  EXPECT_LE(store.counters().writes.value(), 12u);
}

TEST(ContentStoreSsd, SegmentsOutOfOrderAndBatchesWithGaps) {
  SsdStore store(test_disk());
  for (unsigned object = 0; object < 12; ++object) {
    const auto name = "/o" + std::to_string(object);
    for (const unsigned segment : {6u, 1u, 3u, 7u, 0u}) {
      store.insert(object_data(name, segment));
    }
  }
  for (unsigned object = 0; object < 12; ++object) {
    const auto name = "/o" + std::to_string(object);
    for (const unsigned segment : {6u, 1u, 3u, 7u, 0u}) {
      EXPECT_EQ(store.get(name, segment), object_data(name, segment));
    }
    for (const unsigned segment : {2u, 4u, 5u, 8u}) {
      EXPECT_FALSE(store.get(name, segment).has_value());
    }
  }
}

TEST(ContentStoreSsd, ABatchWhoseHalvesWereEvictedApart) {
  SsdStore store(test_disk());
  const auto fill = [&](const std::string& with) {
    for (unsigned object = 0; object < 16; ++object) {
      store.insert_object(with + std::to_string(object), test_batch);
    }
  };
  store.insert(object_data("/half", 0));
  store.insert(object_data("/half", 1));
  fill("/x");
  ASSERT_FALSE(store.in_memory("/half", 0));
  store.insert(object_data("/half", 2));
  store.insert(object_data("/half", 3));
  fill("/y");
  for (unsigned segment = 0; segment < 4; ++segment) {
    EXPECT_EQ(store.get("/half", segment), object_data("/half", segment)) << segment;
  }
}

TEST(ContentStoreSsd, SmallAndUnsegmentedDataShareFrames) {
  auto disk = test_disk(256);
  auto options = ssd_options();
  options.ssd.extra_items = 256;
  SsdStore store(disk, options);
  for (unsigned i = 0; i < 120; ++i) {
    store.insert(make_data("/u/" + std::to_string(i), 60, 0, static_cast<std::uint8_t>(i)));
    store.insert(object_data("/s" + std::to_string(i), 0, 60));
  }
  store.settle();
  EXPECT_LT(disk->writes, 240u / 8);
  for (unsigned i = 0; i < 120; ++i) {
    EXPECT_EQ(store.get(wire::Name::literal("/u/" + std::to_string(i))),
              make_data("/u/" + std::to_string(i), 60, 0, static_cast<std::uint8_t>(i)));
    EXPECT_EQ(store.get("/s" + std::to_string(i), 0), object_data("/s" + std::to_string(i), 0, 60));
  }
}

TEST(ContentStoreSsd, NewerDataOfANameHidesWhatTheDiskHas) {
  SsdStore store(test_disk());
  store.insert(make_data("/a", 100, 0, 1));
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.insert(make_data("/a", 100, 0, 2));
  for (unsigned object = 12; object < 24; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  EXPECT_EQ(store.get(wire::Name::literal("/a")), make_data("/a", 100, 0, 2));
}

TEST(ContentStoreSsd, AFullDiskReplacesTheOldest) {
  SsdStore store(test_disk(16));
  for (unsigned object = 0; object < 60; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  EXPECT_FALSE(store.get("/o0", 0).has_value());
  for (unsigned object = 50; object < 60; ++object) {
    const auto name = "/o" + std::to_string(object);
    EXPECT_EQ(store.get(name, 1), object_data(name, 1));
  }
}

TEST(ContentStoreSsd, InterestsJoinAReadAndNamesElsewhereAreServedMeanwhile) {
  auto disk = test_disk();
  SsdStore store(disk);
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  disk->held = true;
  const auto first = segment_name("/o0", 0);
  const auto second = segment_name("/o0", 3);
  rte_mbuf* one = test_pool().copy_of(first.value());
  rte_mbuf* two = test_pool().copy_of(second.value());
  EXPECT_EQ(store.fetch(first, one), Fetch::waiting);
  EXPECT_EQ(store.fetch(second, two), Fetch::waiting);
  EXPECT_EQ(store.counters().joined.value(), 1u);
  EXPECT_TRUE(store.in_memory("/o11", 0));
  rte_mbuf* ready[4];
  EXPECT_EQ(store.store().poll_ssd(ready, 0), 0u);
  disk->held = false;
  ASSERT_EQ(store.store().poll_ssd(ready, 0), 2u);
  EXPECT_TRUE(store.in_memory("/o0", 0));
  rte_pktmbuf_free(one);
  rte_pktmbuf_free(two);
}

TEST(ContentStoreSsd, WhatIsBeingWrittenIsFoundInMemory) {
  auto disk = test_disk();
  SsdStore store(disk);
  disk->held = true;
  for (unsigned object = 0; object < 8; ++object) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      store.parts().insert(object_data("/o" + std::to_string(object), segment));
    }
  }
  ASSERT_FALSE(store.in_memory("/o0", 0));
  disk->reads = 0;
  const auto name = segment_name("/o0", 1);
  rte_mbuf* interest = test_pool().copy_of(name.value());
  ASSERT_EQ(store.fetch(name, interest), Fetch::waiting);
  disk->held = false;
  rte_mbuf* ready = nullptr;
  while (store.store().poll_ssd({&ready, 1}, 0) == 0) {
  }
  EXPECT_EQ(disk->reads, 0u);
  EXPECT_TRUE(store.in_memory("/o0", 1));
  rte_pktmbuf_free(ready);
}

TEST(ContentStoreSsd, TooManyReadsSendInterestsUpstream) {
  auto disk = test_disk();
  SsdStore store(disk, ssd_options(32));
  for (unsigned object = 0; object < 60; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  disk->held = true;
  std::vector<rte_mbuf*> waiting;
  unsigned busy = 0;
  for (unsigned object = 0; object < 20; ++object) {
    const auto name = segment_name("/o" + std::to_string(object), 0);
    rte_mbuf* interest = test_pool().copy_of(name.value());
    if (store.fetch(name, interest) == Fetch::waiting) {
      waiting.push_back(interest);
    } else {
      ++busy;
      rte_pktmbuf_free(interest);
    }
  }
  EXPECT_LE(waiting.size(), 8u);
  EXPECT_GE(waiting.size(), 1u);
  EXPECT_EQ(store.counters().read_busy.value(), busy);
  disk->held = false;
  rte_mbuf* ready[16];
  unsigned back = 0;
  while (back < waiting.size()) {
    const unsigned count = store.store().poll_ssd(ready, 0);
    for (unsigned i = 0; i < count; ++i) {
      rte_pktmbuf_free(ready[i]);
    }
    back += count;
  }
}

TEST(ContentStoreSsd, OneFaceLeavesOthersPlacesToWaitIn) {
  auto disk = test_disk();
  SsdStore store(disk);
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  disk->held = true;
  const auto name = segment_name("/o0", 0);
  unsigned waiting = 0;
  const auto asks = [&](FaceId face) {
    rte_mbuf* interest = test_pool().copy_of(name.value());
    std::memcpy(rte_mbuf_to_priv(interest), &face, sizeof(face));
    const bool waits = store.fetch(name, interest) == Fetch::waiting;
    waiting += waits ? 1 : 0;
    if (!waits) {
      rte_pktmbuf_free(interest);
    }
    return waits;
  };
  while (asks(300)) {
    ASSERT_LT(waiting, 1000u);
  }
  EXPECT_TRUE(asks(301));
  EXPECT_FALSE(asks(300));
  EXPECT_EQ(store.store().ssd().waiting_figures().in_use, waiting);
  disk->held = false;
  rte_mbuf* ready[16];
  for (unsigned back = 0; back < waiting;) {
    const unsigned count = store.store().poll_ssd(ready, 0);
    rte_pktmbuf_free_bulk(ready, count);
    back += count;
  }
  EXPECT_EQ(store.store().ssd().waiting_figures().in_use, 0u);
}

TEST(ContentStoreSsd, WritesBesideAsManyReadsAsThereMayBeDoNotFail) {
  auto disk = test_disk();
  SsdStore store(disk, ssd_options(32));
  for (unsigned object = 0; object < 60; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  disk->held = true;
  for (unsigned object = 0; object < 20; ++object) {
    const auto name = segment_name("/o" + std::to_string(object), 0);
    rte_mbuf* interest = test_pool().copy_of(name.value());
    if (store.fetch(name, interest) != Fetch::waiting) {
      rte_pktmbuf_free(interest);
    }
  }
  for (unsigned object = 100; object < 140; ++object) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      store.parts().insert(object_data("/o" + std::to_string(object), segment));
    }
  }
  EXPECT_EQ(store.counters().write_errors.value(), 0u);
  EXPECT_GT(store.counters().write_busy.value(), 0u);
  disk->held = false;
  while (store.store().ssd_busy()) {
    rte_mbuf* ready[16];
    const unsigned count = store.store().poll_ssd(ready, 0);
    for (unsigned i = 0; i < count; ++i) {
      rte_pktmbuf_free(ready[i]);
    }
  }
}

TEST(ContentStoreSsd, WhatCameFromUpstreamBecauseTheDiskWasBusyStaysThere) {
  auto disk = test_disk();
  SsdStore store(disk, ssd_options(32));
  constexpr unsigned objects = 60;
  for (unsigned object = 0; object < objects; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  const auto on_disk = [&store](const std::string& uri) {
    const auto place = store.store().ssd().keys().place(segment_name(uri, 0).value());
    return store.store().ssd().index().find(place.key, place.mask) != extent_none;
  };
  disk->held = true;
  std::vector<std::string> sent_on;
  for (unsigned object = 0; object < 20; ++object) {
    const std::string uri = "/o" + std::to_string(object);
    const auto name = segment_name(uri, 0);
    rte_mbuf* interest = test_pool().copy_of(name.value());
    const Fetch outcome = store.fetch(name, interest);
    if (outcome != Fetch::waiting) {
      rte_pktmbuf_free(interest);
    }
    if (outcome == Fetch::busy) {
      sent_on.push_back(uri);
    }
  }
  ASSERT_FALSE(sent_on.empty());
  for (const std::string& uri : sent_on) {
    store.parts().insert(object_data(uri, 0));
    EXPECT_TRUE(store.in_memory(uri, 0));
    EXPECT_TRUE(on_disk(uri));
  }
  // Once more, unasked: another Data may have this name now.
  store.parts().insert(make_data(segment_name(sent_on[0], 0), 1700, 0, 99));
  EXPECT_FALSE(on_disk(sent_on[0]));
  disk->held = false;
  while (store.store().ssd_busy()) {
    rte_mbuf* ready[16];
    const unsigned count = store.store().poll_ssd(ready, 0);
    for (unsigned i = 0; i < count; ++i) {
      rte_pktmbuf_free(ready[i]);
    }
  }
}

TEST(ContentStoreSsd, TheSerialEngineWaitsForItsReads) {
  auto disk = test_disk();
  StoreOptions options = ssd_options();
  options.ssd.serial = true;
  SsdStore store(disk, options);
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), 2 * test_batch);
  }
  const auto name = segment_name("/o0", test_batch - 2);
  ASSERT_FALSE(store.in_memory("/o0", test_batch - 2));
  rte_mbuf* interest = test_pool().copy_of(name.value());
  ASSERT_EQ(store.fetch(name, interest), Fetch::waiting);
  EXPECT_TRUE(store.in_memory("/o0", test_batch - 2)) << "before anything else was done";
  EXPECT_FALSE(store.store().wants_next_batch(name.value())) << "the paper's does not look ahead";
  rte_mbuf* ready = nullptr;
  ASSERT_EQ(store.store().poll_ssd({&ready, 1}, 0), 1u);
  rte_pktmbuf_free(ready);
}

TEST(ContentStoreSsd, PrefetchReadsTheNextBatchOnce) {
  auto disk = test_disk();
  SsdStore store(disk);
  store.insert_object("/film", 3 * test_batch);
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  const auto asked = segment_name("/film", test_batch - 2);
  EXPECT_TRUE(store.store().wants_next_batch(asked.value()));
  EXPECT_FALSE(store.store().wants_next_batch(segment_name("/film", test_batch - 1).value()));
  EXPECT_FALSE(store.store().wants_next_batch(wire::Name::literal("/plain").value()));
  disk->reads = 0;
  store.prefetch_next_batch(asked);
  store.prefetch_next_batch(asked);
  store.settle();
  store.prefetch_next_batch(asked);
  store.settle();
  EXPECT_EQ(disk->reads, 1u);
  EXPECT_TRUE(store.in_memory("/film", test_batch));
  EXPECT_FALSE(store.in_memory("/film", 0));
}

TEST(ContentStoreSsd, VerificationFindsWhatIsDamagedAndDropsIt) {
  auto disk = test_disk();
  SsdStore store(disk, ssd_options(16));
  for (unsigned object = 0; object < 30; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  store.settle();
  const auto& index = store.store().ssd().index();
  const std::uint32_t extents = index.in_use();
  const std::uint64_t segments = index.segments();
  ASSERT_GT(extents, 8u);
  const std::uint32_t in_memory = store.store().size();
  store.store().begin_verify_ssd();
  store.settle();
  const auto& verification = store.store().ssd().verification();
  EXPECT_FALSE(verification.running);
  EXPECT_EQ(verification.extents, extents);
  EXPECT_EQ(verification.segments, segments);
  EXPECT_EQ(verification.damaged, 0u);
  EXPECT_LE(store.store().size(), in_memory) << "what is verified is not taken into memory";

  // One byte of a Data, and one of a header.
  const auto& region = store.store().ssd().region();
  disk->bytes[region.offset_of(2) + test_frame_bytes / 2] ^= 1;
  disk->bytes[region.offset_of(5) + 20] ^= 1;
  store.store().begin_verify_ssd();
  store.settle();
  EXPECT_EQ(verification.damaged, 2u);
  EXPECT_GE(store.counters().damaged.value(), 2u);
  EXPECT_LT(index.segments(), segments);
  store.store().begin_verify_ssd();
  store.settle();
  EXPECT_LE(verification.damaged, 1u) << "an extent of which a part was right may be there still";
}

TEST(ContentStoreSsd, TheTierCanBeClosedForNewDataAndForInterests) {
  auto disk = test_disk();
  SsdStore store(disk);
  store.store().enable_ssd_admit(false);
  const unsigned before = disk->writes;
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  EXPECT_EQ(disk->writes, before);
  store.store().enable_ssd_admit(true);
  for (unsigned object = 20; object < 32; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  EXPECT_TRUE(store.get("/o20", 1));
  for (unsigned object = 40; object < 52; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  ASSERT_FALSE(store.in_memory("/o20", 1));
  store.store().enable_ssd_serve(false);
  EXPECT_FALSE(store.get("/o20", 1));
  store.store().enable_ssd_serve(true);
  EXPECT_TRUE(store.get("/o20", 1));
}

TEST(ContentStoreSsd, FreshnessIsKeptOnTheDisk) {
  constexpr TimeNs ms = nanoseconds_per_millisecond;
  SsdStore store(test_disk());
  const TimeNs start = monotonic_now();
  store.insert(object_data("/fresh", 0, 1700, 60'000), start);
  store.insert(object_data("/never", 0, 1700, 0), start);
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o" + std::to_string(object), test_batch);
  }
  const Wanted fresh{.must_be_fresh = true};
  EXPECT_TRUE(store.get(segment_name("/fresh", 0), fresh, start + 59'000 * ms).has_value());
  EXPECT_FALSE(store.get(segment_name("/fresh", 0), fresh, start + 61'000 * ms).has_value());
  EXPECT_TRUE(store.get(segment_name("/fresh", 0), {}, start + 61'000 * ms).has_value());
  EXPECT_FALSE(store.get(segment_name("/never", 0), fresh, start).has_value());
}

TEST(ContentStoreSsd, ErasedNamesDoNotComeBack) {
  SsdStore store(test_disk());
  for (unsigned object = 0; object < 12; ++object) {
    store.insert_object("/o/" + std::to_string(object), test_batch);
  }
  store.settle();
  ASSERT_TRUE(store.store().erase_ssd(wire::Name::literal("/o/0").value()));
  store.settle();
  EXPECT_FALSE(store.get("/o/0", 0).has_value());
  EXPECT_TRUE(store.get("/o/1", 0).has_value());
  store.insert(object_data("/o/0", 0));
  for (unsigned object = 20; object < 32; ++object) {
    store.insert_object("/o/" + std::to_string(object), test_batch);
  }
  EXPECT_EQ(store.get("/o/0", 0), object_data("/o/0", 0));
}

}  // namespace
}  // namespace augustus::store::content_store_ssd_test
