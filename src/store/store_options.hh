// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace augustus::store {

/// Which Data (with an SSD: which frame, which extent) goes next.
enum class Replacement : std::uint8_t {
  fifo,
  lru,
  lfu,    ///< the least used of a sample; with an SSD only
  random  ///< with an SSD only
};

/// What a tier takes: DRAM of the Data that come, an SSD of the frames that leave DRAM.
enum class Admission : std::uint8_t {
  everything,   ///< LCE, leave a copy everywhere
  probability,  ///< LCP, with a fixed probability
  k_lru         ///< what came k - 1 times before and is remembered
};

struct AdmissionOptions {
  Admission kind = Admission::everything;
  double probability = 1.0;
  unsigned k = 2;

  /// "everything", "probability 0.25", "k-lru 2".
  std::string text() const;
};

/// The SSD tier of one partition.
struct SsdOptions {
  std::uint32_t batch = 8;  ///< segments that share a frame and an extent, 1..32
  unsigned depth = 32;      ///< requests under way at once; half of them may be writes
  Replacement replacement = Replacement::lru;
  AdmissionOptions admission;
  /// Items of extents that hold several short batches or unsegmented Data, beyond one an extent; 0: an eighth
  /// of the extents.
  std::uint32_t extra_items = 0;
  bool serial =
      false;  ///< the worker waits for each read: the paper's service (equations 8 to 10), not for use
  /// Threads that drive the disks for the workers, 0 or 1; none: one where the workers leave it a CPU.
  std::optional<unsigned> threads;
  /// Of a worker's time, percent, 1..100, that may go to what was read while other packets are there.
  unsigned share = 100;
  bool registered = true;  ///< the frames are kept in memory for the device (locked memory)
  std::uint16_t segment_component = 50;
  int segment_marker = 0;  ///< first byte of a generic component that is a segment number; -1: none
};

/// The content store of one partition.
struct StoreOptions {
  std::uint32_t capacity_packets = 65536;    ///< 0: nothing is cached
  /// What capacity_packets is never above, however it is set: the names that what is pending leaves to Data.
  std::uint32_t packets_max = ~std::uint32_t{0};
  std::uint64_t capacity_bytes = 64u << 20;  ///< DRAM of the frames; at least 16 KiB, at most 128 GiB
  Replacement replacement = Replacement::lru;
  AdmissionOptions admission;
  /// Unit of memory, of replacement and (with an SSD) of I/O: a power of two from 4 KiB to 2 MiB (other
  /// values are rounded down to one). Smaller where capacity_bytes would not give four frames. With an SSD
  /// any multiple of 4 KiB, kept as it is.
  std::uint32_t frame_bytes = 64u << 10;
  bool has_ssd = false;
  SsdOptions ssd;
};

/// Bytes of a frame, before its first segment, for what an extent says about itself.
constexpr std::uint32_t head_bytes_of(std::uint32_t frame_bytes) {
  const std::uint32_t bytes = (frame_bytes / 64 + 63) & ~std::uint32_t{63};
  return bytes < 512 ? 512 : bytes;
}

/// Data that a frame with such a head takes at most: each may be an item of its own.
constexpr std::uint32_t items_max_of(std::uint32_t frame_bytes) {
  return (head_bytes_of(frame_bytes) - 64) / 16;
}

/// The frame that holds a batch of Data of up to 8800 B.
constexpr std::uint32_t frame_bytes_for_batch(std::uint32_t batch) {
  constexpr std::uint32_t segment_bytes_max = 8800 + 32;
  constexpr std::uint32_t block = 4096;
  const std::uint32_t segments = batch * segment_bytes_max;
  return (segments + segments / 60 + 64 + block - 1) & ~(block - 1);
}

}  // namespace augustus::store
