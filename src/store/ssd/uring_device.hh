// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/ssd/block_device.hh"

struct io_uring;

namespace augustus::store {

/// A stretch of a file or raw block device, read and written through io_uring past the page cache (O_DIRECT).
class UringDevice final : public BlockDevice {
 public:
  /// Bytes from `offset` on. Throws std::runtime_error that says what the system refused: there is no other
  /// way of reading to fall back to.
  UringDevice(const std::string& path, std::uint64_t offset, std::uint64_t bytes, unsigned depth);
  ~UringDevice() override;
  UringDevice(const UringDevice&) = delete;
  UringDevice& operator=(const UringDevice&) = delete;

  /// Makes a file of this size, its blocks allocated so that the disk cannot fill up later; one that is there
  /// grows but never shrinks. Of a block device the size is only checked. Throws std::runtime_error.
  static void prepare(const std::string& path, std::uint64_t bytes);

  /// Bytes of a file or block device that is there. Throws std::runtime_error.
  static std::uint64_t size(const std::string& path);

  std::uint64_t bytes() const override { return bytes_; }
  unsigned depth() const override { return depth_; }
  void register_memory(std::span<std::uint8_t> memory) override;
  void notify(int descriptor) override;
  bool start(const IoRequest& request) override;
  void submit() override;
  unsigned finish(std::span<IoResult> results) override;
  void wait() override;
  TimeNs next_due() const override;

 private:
  /// The registered buffer that holds all of this memory; -1: none.
  int buffer_of(std::span<const std::uint8_t> memory) const;

  std::string path_;
  std::uint64_t offset_;
  std::uint64_t bytes_;
  unsigned depth_;
  unsigned under_way_ = 0;
  int descriptor_ = -1;
  bool notifies_ = false;
  std::unique_ptr<io_uring> ring_;
  std::vector<std::span<const std::uint8_t>> buffers_;
};

}  // namespace augustus::store
