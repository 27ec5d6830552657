// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "base/mapped_memory.hh"
#include "store/ssd/block_device.hh"

namespace augustus::store {

/// How an emulated SSD keeps its content and how a caller waits for it: table 1 of the hierarchical content
/// store's paper.
struct EmulatedSsd {
  enum class Memory : std::uint8_t {
    fixed,    ///< all of it is in DRAM from the start (the paper's static)
    written,  ///< DRAM is taken for what is written, when it is
    dynamic   ///< what lies behind `kept_bytes` is made when it is read, so that a disk may be larger than
              ///< DRAM
  };
  enum class Delay : std::uint8_t { busy, sleep };

  std::uint64_t bytes = 0;
  double bits_per_second = 4e9;
  Memory memory = Memory::fixed;
  Delay delay = Delay::busy;  ///< in wait()
  unsigned depth = 32;
  /// Until when the disk is busy: shared by the devices that are parts of one disk, on any threads. nullptr:
  /// the device's own.
  std::shared_ptr<std::atomic<TimeNs>> busy_until;
  std::uint64_t kept_bytes = 0;  ///< dynamic: of the disk's start, in DRAM
  /// dynamic: makes what stands at this offset.
  std::function<void(std::uint64_t offset, std::span<std::uint8_t> memory)> make;
  /// dynamic: is told what was written, which is forgotten.
  std::function<void(std::uint64_t offset, std::span<const std::uint8_t> memory)> written;
};

/// An SSD that serves one request after the other at a fixed rate (equation 1). What a request moves is copied
/// while its caller waits, as part of the time that it takes; when nobody waits, as it ends.
class EmulatedDevice final : public BlockDevice {
 public:
  /// Throws std::runtime_error without memory, std::invalid_argument for a rate that is not positive or a
  /// dynamic memory that nobody makes.
  explicit EmulatedDevice(EmulatedSsd ssd);

  std::uint64_t bytes() const override { return ssd_.bytes; }
  unsigned depth() const override { return ssd_.depth; }
  bool start(const IoRequest& request) override;
  void submit() override {}
  unsigned finish(std::span<IoResult> results) override;
  void wait() override;
  TimeNs next_due() const override { return waiting_.empty() ? time_never : waiting_.front().due; }

 private:
  struct Waiting {
    IoRequest request;
    TimeNs due;
    std::optional<std::int32_t> result;  ///< once it was carried out
  };
  std::int32_t carry_out(const IoRequest& request);

  EmulatedSsd ssd_;
  MappedMemory memory_;
  std::deque<Waiting> waiting_;
};

}  // namespace augustus::store
