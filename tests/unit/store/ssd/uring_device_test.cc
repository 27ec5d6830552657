// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/uring_device.hh"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "ssd_fixture.hh"
#include "store/ssd/ssd_files.hh"

namespace augustus::store::uring_device_test {
namespace {

/// A path for a file that goes with the test.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_(std::string(std::getenv("AUGUSTUS_TEST_FOLDER") ? std::getenv("AUGUSTUS_TEST_FOLDER")
                                                              : "/var/tmp") +
              "/augustus-ssd-" + std::to_string(getpid()) + "-" + std::to_string(count_++)) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  static inline unsigned count_ = 0;
  std::string path_;
};

TEST(UringDevice, ReadsWhatItWrote) {
  const TemporaryFile file;
  UringDevice::prepare(file.path(), 1u << 20);
  UringDevice device(file.path(), 8192, (1u << 20) - 8192, 8);
  AlignedBuffer memory(16384);
  device.register_memory(memory.all());
  std::ranges::fill(memory.all(), std::uint8_t{7});
  ASSERT_TRUE(device.run({IoKind::write, 4096, memory.all().first(8192)}));
  ASSERT_TRUE(device.run({IoKind::flush, 0, {}}));
  std::ranges::fill(memory.all(), std::uint8_t{0});
  ASSERT_TRUE(device.run({IoKind::read, 4096, memory.all().subspan(8192, 8192)}));
  EXPECT_EQ(memory.all()[8192], 7);
  EXPECT_EQ(memory.all()[16383], 7);
}

TEST(UringDevice, TakesNoMoreThanItsDepth) {
  const TemporaryFile file;
  UringDevice::prepare(file.path(), 1u << 20);
  UringDevice device(file.path(), 0, 1u << 20, 4);
  AlignedBuffer memory(4096);
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_TRUE(device.start({IoKind::read, 0, memory.all(), i}));
  }
  EXPECT_FALSE(device.start({IoKind::read, 0, memory.all(), 4}));
}

TEST(UringDevice, SaysWhyAFileCannotBeUsed) {
  EXPECT_THROW(UringDevice::prepare("/nonexistent/store", 1u << 20), std::runtime_error);
  EXPECT_THROW(UringDevice::prepare("/proc/store", 1u << 20), std::runtime_error);
}

TEST(SsdFiles, KeepTheirContentWhenTheyAreOpenedAgainAndMoved) {
  const TemporaryFile one, two;
  const std::string moved = one.path() + "-moved";
  const auto options = ssd_options();
  const auto open = [&](const std::string& first) {
    const SsdFiles files({{first, 4u << 20}, {two.path(), 4u << 20}}, 2, test_frame_bytes, options.ssd);
    std::vector<std::unique_ptr<TestStore>> stores;
    for (std::uint32_t partition = 0; partition < 2; ++partition) {
      stores.push_back(std::make_unique<TestStore>(options));
      auto tier = std::make_unique<SsdTier>(files.open(partition), files.geometry(), partition, options.ssd);
      tier->open();
      stores.back()->store().attach_ssd(std::move(tier));
    }
    return stores;
  };
  {
    auto stores = open(one.path());
    for (unsigned segment = 0; segment < 40; ++segment) {
      stores[segment % 2]->insert(object_data("/o", segment));
    }
    EXPECT_TRUE(stores[0]->store().close_ssd(0));
    EXPECT_TRUE(stores[1]->store().close_ssd(0));
  }
  std::filesystem::rename(one.path(), moved);
  {
    auto stores = open(moved);
    EXPECT_EQ(stores[0]->store().ssd().index().segments(), 20u);
    EXPECT_EQ(stores[1]->store().ssd().index().segments(), 20u);
  }
  EXPECT_EQ(SsdFiles::partitions_of({{moved, 0}}), 2u);
  EXPECT_THROW(SsdFiles({{moved, 0}}, 2, test_frame_bytes, options.ssd), std::runtime_error);
  EXPECT_THROW(SsdFiles({{moved, 0}, {two.path(), 0}}, 4, test_frame_bytes, options.ssd), std::runtime_error);
  std::filesystem::remove(moved);
}

TEST(SsdFiles, AreForOneRouterAtATime) {
  const TemporaryFile file;
  const auto options = ssd_options().ssd;
  {
    const SsdFiles first({{file.path(), 4u << 20}}, 1, test_frame_bytes, options);
    EXPECT_THROW(SsdFiles({{file.path(), 4u << 20}}, 1, test_frame_bytes, options), std::runtime_error);
  }
  EXPECT_NO_THROW(SsdFiles({{file.path(), 4u << 20}}, 1, test_frame_bytes, options));
}

/// Changes the header of the store in this file; `seal`: makes its checksum right.
void change_header(const std::string& path, const std::function<void(disk::DeviceHeader&)>& change, bool seal) {
  disk::DeviceHeader header;
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.read(reinterpret_cast<char*>(&header), sizeof(header));
  change(header);
  if (seal) {
    header.checksum = disk::checksum_of(header);
  }
  file.seekp(0);
  file.write(reinterpret_cast<const char*>(&header), sizeof(header));
}

TEST(SsdFiles, AHeaderMaySayAnything) {
  const std::vector<std::function<void(disk::DeviceHeader&)>> changes = {
      [](auto& header) { header.device = 7; },
      [](auto& header) { header.devices = 0; },
      [](auto& header) { header.regions = 0; },
      [](auto& header) { header.regions = ~0u; },
      [](auto& header) { header.region_bytes = 0; },
      [](auto& header) { header.region_bytes = ~0ull - 4095; },
      [](auto& header) { header.region_bytes += 1; },
      [](auto& header) { header.geometry.partitions = 0; },
      [](auto& header) { header.geometry.partitions = ~0u; },
      [](auto& header) { header.geometry.batch = 0; },
      [](auto& header) { header.geometry.extent_bytes = 0; },
      [](auto& header) { header.geometry.head_bytes = 0; },
      [](auto& header) { header.version = 77; },
  };
  const auto options = ssd_options().ssd;
  for (const auto& change : changes) {
    const TemporaryFile file;
    { const SsdFiles files({{file.path(), 4u << 20}}, 2, test_frame_bytes, options); }
    change_header(file.path(), change, true);
    EXPECT_THROW(SsdFiles::partitions_of({{file.path(), 0}}), std::runtime_error);
    EXPECT_THROW(SsdFiles({{file.path(), 0}}, 2, test_frame_bytes, options), std::runtime_error);
  }
}

TEST(SsdFiles, ADamagedHeaderIsMadeAgainFromTheRegions) {
  const auto options = ssd_options();
  const TemporaryFile file;
  for (const unsigned life : {0u, 1u, 2u}) {
    const SsdFiles files({{file.path(), 4u << 20}}, 2, test_frame_bytes, options.ssd);
    EXPECT_EQ(files.repaired().size(), life == 1 ? 1u : 0u);
    for (std::uint32_t partition = 0; partition < 2; ++partition) {
      SsdStore store(files.open(partition), options, files.geometry(), partition);
      EXPECT_EQ(store.found().made, life == 0);
      if (life == 0) {
        store.insert_object("/o", 8);
      } else {
        EXPECT_EQ(store.get("/o", 5), object_data("/o", 5));
      }
      EXPECT_TRUE(store.close());
    }
    if (life == 0) {
      change_header(file.path(), [](auto& header) { header.regions ^= 4; }, false);
    }
  }
}

TEST(SsdFiles, AStoreOfWhichNotAllDevicesWereMadeWhenThePowerWentIsMadeAgain) {
  const TemporaryFile one, two;
  const auto options = ssd_options().ssd;
  const std::vector<SsdPlace> places{{one.path(), 4u << 20}, {two.path(), 4u << 20}};
  { const SsdFiles files(places, 2, test_frame_bytes, options); }
  const std::vector<char> blank(block_bytes);
  std::fstream(two.path(), std::ios::in | std::ios::out | std::ios::binary)
      .write(blank.data(), static_cast<std::streamsize>(blank.size()));
  EXPECT_NO_THROW(SsdFiles(places, 2, test_frame_bytes, options));
}

TEST(SsdFiles, DoNotTakeAFileOfSomethingElse) {
  const TemporaryFile file;
  std::ofstream(file.path()) << std::string(1u << 20, 'x');
  EXPECT_THROW(SsdFiles({{file.path(), 1u << 20}}, 1, test_frame_bytes, ssd_options().ssd),
               std::runtime_error);
}

}  // namespace
}  // namespace augustus::store::uring_device_test
