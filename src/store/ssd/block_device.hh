// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/clock.hh"

namespace augustus::store {

/// Offsets, lengths and memory of every request are multiples of this.
inline constexpr std::size_t block_bytes = 4096;
/// Blocks that one call reads where many follow one another.
inline constexpr std::size_t blocks_together = 64;

enum class IoKind : std::uint8_t {
  read,
  write,
  flush  ///< what was written and reported before is on the medium
};

/// One request to a device; owns nothing. The memory stays the caller's and must live until it is reported.
struct IoRequest {
  IoKind kind = IoKind::read;
  std::uint64_t offset = 0;
  std::span<std::uint8_t> memory;
  std::uint32_t tag = 0;  ///< comes back with the result
};

struct IoResult {
  std::uint32_t tag = 0;
  std::int32_t result = 0;  ///< bytes moved (fewer than asked for is a failure), or -errno
};

/// A disk, or what stands for one, used by one thread at a time.
class BlockDevice {
 public:
  virtual ~BlockDevice() = default;

  virtual std::uint64_t bytes() const = 0;
  /// Requests that may be under way at once.
  virtual unsigned depth() const = 0;

  /// Memory that many requests will use, for a device that prepares it. Throws std::runtime_error.
  virtual void register_memory(std::span<std::uint8_t> /*memory*/) {}
  /// A descriptor (eventfd) to be written when a request ends.
  virtual void notify(int /*descriptor*/) {}

  /// Takes the request; false (nothing was taken): `depth` are under way.
  virtual bool start(const IoRequest& request) = 0;
  /// Sends off what start() took.
  virtual void submit() = 0;
  /// Reports requests that ended, in any order, without waiting. How many.
  virtual unsigned finish(std::span<IoResult> results) = 0;
  /// Waits until finish() has something to report; something must be under way.
  virtual void wait() = 0;
  /// When finish() is worth calling again although nobody will notify; time_never: notify tells.
  virtual TimeNs next_due() const { return time_never; }

  /// One request from start to end, while nothing else is under way. True: it was carried out in full.
  bool run(const IoRequest& request);
};

}  // namespace augustus::store
