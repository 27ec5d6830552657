// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/served_device.hh"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "ssd_fixture.hh"

namespace augustus::store::served_device_test {
namespace {

std::shared_ptr<DeviceThread> thread() {
  return std::make_shared<DeviceThread>("ssd-test");
}

SsdStore served_store(std::shared_ptr<TestDisk> disk, std::uint32_t frames = 8) {
  const auto options = ssd_options(frames);
  return {DeviceThread::serve(thread(), std::make_unique<TestDevice>(std::move(disk), options.ssd.depth),
                              test_geometry().head_bytes),
          options};
}

TEST(ServedDevice, ReadsWhatItWrote) {
  const auto disk = std::make_shared<TestDisk>(1u << 16);
  const auto device = DeviceThread::serve(thread(), std::make_unique<TestDevice>(disk, 4), 512);
  AlignedBuffer memory(8192);
  std::ranges::fill(memory.all(), std::uint8_t{7});
  ASSERT_TRUE(device->run({IoKind::write, 4096, memory.all()}));
  std::ranges::fill(memory.all(), std::uint8_t{0});
  ASSERT_TRUE(device->run({IoKind::read, 8192, memory.all().first(4096)}));
  EXPECT_EQ(memory.all()[4095], 7);
  EXPECT_EQ(memory.all()[4096], 0);
}

TEST(ServedDevice, TakesTwiceWhatTheDeviceTakesAndReportsAll) {
  const auto disk = std::make_shared<TestDisk>(1u << 16);
  const auto device = DeviceThread::serve(thread(), std::make_unique<TestDevice>(disk, 4), 512);
  AlignedBuffer memory(4096);
  std::uint32_t seen = 0;
  for (unsigned tag = 0; tag < 8; ++tag) {
    EXPECT_TRUE(device->start({IoKind::read, 0, memory.all(), tag}));
  }
  EXPECT_FALSE(device->start({IoKind::read, 0, memory.all(), 8}));
  device->submit();
  for (unsigned ended = 0; ended < 8;) {
    std::array<IoResult, 8> results;
    const unsigned count = device->finish(results);
    for (unsigned i = 0; i < count; ++i) {
      EXPECT_EQ(results[i].result, 4096);
      seen |= 1u << results[i].tag;
    }
    ended += count;
    if (count == 0) {
      device->wait();
    }
  }
  EXPECT_EQ(seen, 0xffu);
}

TEST(ServedDevice, TellsByTheDescriptorThatSomethingEnded) {
  const auto disk = std::make_shared<TestDisk>(1u << 16);
  const auto device = DeviceThread::serve(thread(), std::make_unique<TestDevice>(disk, 4), 512);
  const int bell = eventfd(0, EFD_CLOEXEC);
  device->notify(bell);
  AlignedBuffer memory(4096);
  for (unsigned turn = 0; turn < 100; ++turn) {
    ASSERT_TRUE(device->start({IoKind::read, 0, memory.all(), turn}));
    device->submit();
    // As a worker that sleeps: what is there already is told by next_due().
    if (device->next_due() == time_never) {
      pollfd wanted{bell, POLLIN, 0};
      ASSERT_EQ(poll(&wanted, 1, 60'000), 1);
    }
    std::uint64_t rung = 0;
    pollfd wanted{bell, POLLIN, 0};
    if (poll(&wanted, 1, 0) == 1) {
      ASSERT_EQ(read(bell, &rung, sizeof(rung)), 8);
    }
    IoResult result;
    while (device->finish({&result, 1}) == 0) {
      device->wait();
    }
    EXPECT_EQ(result.tag, turn);
  }
  close(bell);
}

TEST(ServedDevice, AStoreKeepsItsDataBehindAThread) {
  const auto disk = test_disk();
  {
    auto store = served_store(disk);
    for (unsigned object = 0; object < 12; ++object) {
      store.insert_object("/o" + std::to_string(object), test_batch);
    }
    ASSERT_TRUE(store.close());
  }
  // What the thread sealed is right for a store without one, and the other way round.
  {
    SsdStore store(disk);
    EXPECT_EQ(store.get("/o3", 1), object_data("/o3", 1));
    EXPECT_EQ(store.counters().damaged.value(), 0u);
    ASSERT_TRUE(store.close());
  }
  auto store = served_store(disk);
  EXPECT_FALSE(store.found().scanned);
  for (unsigned object = 0; object < 12; ++object) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      const std::string name = "/o" + std::to_string(object);
      EXPECT_EQ(store.get(name, segment), object_data(name, segment));
    }
  }
  EXPECT_EQ(store.counters().damaged.value(), 0u);
}

TEST(ServedDevice, AFlippedBitIsFoundBehindAThreadToo) {
  const auto disk = test_disk();
  {
    auto store = served_store(disk);
    store.insert_object("/a", test_batch);
    ASSERT_TRUE(store.close());
  }
  const Bytes wanted = object_data("/a", 2);
  const auto at = std::search(disk->bytes.begin(), disk->bytes.end(), wanted.begin(), wanted.end());
  ASSERT_NE(at, disk->bytes.end());
  at[100] ^= 1;
  auto store = served_store(disk);
  EXPECT_EQ(store.get("/a", 2), std::nullopt);
  EXPECT_EQ(store.counters().damaged.value(), 1u);
  EXPECT_EQ(store.get("/a", 1), object_data("/a", 1));
}

}  // namespace
}  // namespace augustus::store::served_device_test
