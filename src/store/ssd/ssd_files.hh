// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/ssd/block_device.hh"
#include "store/ssd/disk_format.hh"
#include "store/ssd/emulated_device.hh"
#include "store/ssd/file_lock.hh"
#include "store/store_options.hh"

namespace augustus::store {

/// A disk that is only there while the router runs, in DRAM (table 1 of the hierarchical content store's
/// paper).
struct EmulatedPlace {
  double bits_per_second = 4e9;
  EmulatedSsd::Memory memory = EmulatedSsd::Memory::fixed;
  EmulatedSsd::Delay delay = EmulatedSsd::Delay::busy;  ///< how the serial engine waits
};

/// A file or raw block device of the store.
struct SsdPlace {
  std::string path;         ///< of an emulated one, what errors call it
  std::uint64_t bytes = 0;  ///< 0: as large as the file or device is
  std::optional<EmulatedPlace> emulated = std::nullopt;
};

/// The devices of a store: partition p is on device p modulo their number, in a region of its own, so that
/// the partitions of one worker may be on several. Moves and renames of files keep the store; the order of
/// the devices does too.
class SsdFiles {
 public:
  /// Emulated places are made anew each time, and go with none of another kind. Makes files that are not
  /// there, and takes up those that are; nobody else can while this lives. Throws std::runtime_error when they
  /// are in use, belong to a store of other sizes, to different stores, or hold something else.
  SsdFiles(std::vector<SsdPlace> places, std::uint32_t partitions, std::uint32_t frame_bytes,
           const SsdOptions& options);

  /// The partitions a store has that is there already; nothing when there is none.
  static std::optional<std::uint32_t> partitions_of(const std::vector<SsdPlace>& places);

  const disk::Geometry& geometry() const { return geometry_; }
  /// Devices whose own header was damaged and made again from their regions'.
  const std::vector<std::string>& repaired() const { return repaired_; }
  /// The partition's region, for one thread. Throws std::runtime_error.
  std::unique_ptr<BlockDevice> open(std::uint32_t partition) const;

 private:
  struct File {
    std::string path;
    std::uint64_t bytes = 0;
    std::uint64_t region_bytes = 0;
    std::optional<EmulatedPlace> emulated = std::nullopt;
    std::shared_ptr<std::atomic<TimeNs>> busy_until = nullptr;
  };
  void emulate(const std::vector<SsdPlace>& places);
  bool take_up(const std::vector<SsdPlace>& places);
  void make(SsdPlace place, std::uint32_t device);
  std::uint64_t region_bytes_of(const SsdPlace& place, std::uint32_t device) const;
  std::uint32_t regions_of(std::uint32_t device) const;

  std::vector<FileLock> locks_;
  disk::Geometry geometry_;
  std::vector<File> files_;
  std::vector<std::string> repaired_;
  unsigned depth_;
};

}  // namespace augustus::store
