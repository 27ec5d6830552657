// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/emulated_device.hh"

#include <gtest/gtest.h>

#include "base/held_clock.hh"
#include "ssd_fixture.hh"
#include "store/ssd/ssd_files.hh"

namespace augustus::store::emulated_device_test {
namespace {

TEST(EmulatedDevice, ServesOneRequestAfterTheOtherAtItsRate) {
  HeldClock clock;
  // 64 KiB in 131.072 us.
  EmulatedDevice device({.bytes = 1u << 20, .bits_per_second = 4e9});
  AlignedBuffer memory(65536);
  const TimeNs start = monotonic_now();
  ASSERT_TRUE(device.start({IoKind::read, 0, memory.all(), 1}));
  ASSERT_TRUE(device.start({IoKind::read, 0, memory.all(), 2}));
  EXPECT_EQ(device.next_due(), start + 131'072);
  IoResult results[2];
  clock.advance(131'071);
  EXPECT_EQ(device.finish(results), 0u);
  clock.advance(1);
  ASSERT_EQ(device.finish(results), 1u);
  EXPECT_EQ(results[0].tag, 1u);
  EXPECT_EQ(device.next_due(), start + 262'144);
}

TEST(EmulatedDevice, MovesWhatItReadsOnceAndWhileItsCallerWaits) {
  HeldClock clock;
  unsigned made = 0;
  EmulatedDevice device({.bytes = 1u << 20,
                         .bits_per_second = 4e9,
                         .memory = EmulatedSsd::Memory::dynamic,
                         .make = [&](auto, auto) { ++made; },
                         .written = [](auto, auto) {}});
  AlignedBuffer memory(65536);
  ASSERT_TRUE(device.start({IoKind::read, 0, memory.all(), 1}));
  clock.advance(131'072);
  device.wait();
  EXPECT_EQ(made, 1u);
  IoResult result;
  ASSERT_EQ(device.finish({&result, 1}), 1u);
  EXPECT_EQ(result.result, 65536);
  EXPECT_EQ(made, 1u);
}

TEST(EmulatedDevice, KeepsWhatIsWritten) {
  for (const auto delay : {EmulatedSsd::Delay::busy, EmulatedSsd::Delay::sleep}) {
    EmulatedDevice device({.bytes = 1u << 20, .bits_per_second = 64e9, .delay = delay});
    AlignedBuffer memory(8192);
    memory.all()[5] = 9;
    ASSERT_TRUE(device.run({IoKind::write, 4096, memory.all().first(4096)}));
    ASSERT_TRUE(device.run({IoKind::read, 4096, memory.all().subspan(4096)}));
    EXPECT_EQ(memory.all()[4096 + 5], 9);
  }
}

TEST(EmulatedDevice, ADynamicOneOfATerabyteMakesWhatIsRead) {
  std::uint64_t told = 0;
  EmulatedDevice device(
      {.bytes = std::uint64_t{1} << 40,
       .bits_per_second = 64e9,
       .memory = EmulatedSsd::Memory::dynamic,
       .kept_bytes = 1u << 20,
       .make = [](std::uint64_t offset,
                  auto memory) { std::ranges::fill(memory, static_cast<std::uint8_t>(offset >> 30)); },
       .written = [&told](std::uint64_t offset, auto) { told = offset; }});
  AlignedBuffer memory(4096);
  ASSERT_TRUE(device.run({IoKind::write, std::uint64_t{7} << 30, memory.all()}));
  EXPECT_EQ(told, std::uint64_t{7} << 30);
  ASSERT_TRUE(device.run({IoKind::read, std::uint64_t{9} << 30, memory.all()}));
  EXPECT_EQ(memory.all()[0], 9);
}

TEST(EmulatedDevice, PartsOfOneDiskShareItsRate) {
  HeldClock clock;
  const auto busy = std::make_shared<std::atomic<TimeNs>>(0);
  EmulatedDevice one({.bytes = 1u << 20, .bits_per_second = 4e9, .busy_until = busy});
  EmulatedDevice two({.bytes = 1u << 20, .bits_per_second = 4e9, .busy_until = busy});
  AlignedBuffer memory(65536);
  const TimeNs start = monotonic_now();
  ASSERT_TRUE(one.start({IoKind::read, 0, memory.all(), 1}));
  ASSERT_TRUE(two.start({IoKind::read, 0, memory.all(), 2}));
  EXPECT_EQ(one.next_due(), start + 131'072);
  EXPECT_EQ(two.next_due(), start + 262'144);
}

TEST(EmulatedDevice, AStoreOfEmulatedDevicesNeedsNoFile) {
  SsdOptions options;
  options.batch = test_batch;
  const SsdPlace place{.path = "(emulated)", .bytes = 1u << 20, .emulated = EmulatedPlace{}};
  const SsdFiles files({place, place}, 2, test_frame_bytes, options);
  const auto device = files.open(1);
  AlignedBuffer memory(4096);
  EXPECT_TRUE(device->run({IoKind::write, 0, memory.all()}));
  EXPECT_FALSE(SsdFiles::partitions_of({place}));
  EXPECT_THROW(SsdFiles({place, {.path = "/var/tmp/none", .bytes = 1u << 20}}, 2, test_frame_bytes, options),
               std::runtime_error);
  EXPECT_THROW(SsdFiles({{.path = "(emulated)", .bytes = 4096, .emulated = EmulatedPlace{}}}, 1,
                        test_frame_bytes, options),
               std::runtime_error);
}

TEST(EmulatedDevice, RefusesWhatCannotBe) {
  EXPECT_THROW(EmulatedDevice({.bytes = 4096, .bits_per_second = 0}), std::invalid_argument);
  EXPECT_THROW(EmulatedDevice({.bytes = 4096, .memory = EmulatedSsd::Memory::dynamic}),
               std::invalid_argument);
}

}  // namespace
}  // namespace augustus::store::emulated_device_test
