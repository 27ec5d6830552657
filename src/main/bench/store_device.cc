// SPDX-License-Identifier: Apache-2.0
#include "main/bench/store_device.hh"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/clock.hh"
#include "store/ssd/region.hh"
#include "traffic/names/random.hh"

namespace augustus::bench {
namespace {

constexpr std::uint64_t disk_bytes = 256u << 20;
constexpr double seconds_max = 0.5;

store::EmulatedSsd disk_of(const StoreBenchOptions& options, store::EmulatedSsd::Memory memory) {
  store::EmulatedSsd disk{.bytes = disk_bytes,
                          .bits_per_second = options.emulated_gbps * 1e9,
                          .memory = memory,
                          .delay = options.delay,
                          .depth = 4};
  if (memory == store::EmulatedSsd::Memory::dynamic) {
    disk.make = [](std::uint64_t offset, std::span<std::uint8_t> to) {
      const std::vector<std::uint8_t> made(to.size(), static_cast<std::uint8_t>(offset >> 12));
      std::memcpy(to.data(), made.data(), made.size());
    };
    disk.written = [](std::uint64_t, std::span<const std::uint8_t>) {};
  }
  return disk;
}

double gbps_of(const StoreBenchOptions& options, store::EmulatedSsd::Memory memory, std::size_t read_bytes) {
  store::EmulatedDevice device(disk_of(options, memory));
  const store::AlignedBuffer buffer(read_bytes);
  traffic::Random random(options.seed);
  const auto duration = static_cast<TimeNs>(std::min(options.seconds, seconds_max) * 1e9);
  std::uint64_t reads = 0;
  const TimeNs start = monotonic_now();
  TimeNs now = start;
  for (; now - start < duration; ++reads, now = monotonic_now()) {
    const std::uint64_t place = random.below(disk_bytes / read_bytes);
    device.run({store::IoKind::read, place * read_bytes, buffer.all()});
  }
  return static_cast<double>(reads) * static_cast<double>(read_bytes) * 8 / static_cast<double>(now - start);
}

}  // namespace

DeviceRates measure_device(const StoreBenchOptions& options, std::size_t read_bytes) {
  return {gbps_of(options, store::EmulatedSsd::Memory::fixed, read_bytes),
          gbps_of(options, store::EmulatedSsd::Memory::dynamic, read_bytes)};
}

}  // namespace augustus::bench
