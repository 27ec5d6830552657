// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "store/ssd/block_device.hh"

namespace augustus::store {

/// The bytes of a disk in memory, what was done to it, and what is to go wrong.
struct TestDisk {
  explicit TestDisk(std::size_t size) : bytes(size) {}

  struct Write {
    std::uint64_t offset = 0;
    std::vector<std::uint8_t> bytes;
    bool flush = false;  ///< a flush, not a write
  };

  std::vector<std::uint8_t> bytes;
  bool recording = false;
  std::vector<Write> history;
  /// What becomes of a request: how many bytes of it are carried out, or -errno. Empty: all of it.
  std::function<std::int32_t(const IoRequest&)> fault;
  /// Does something else instead of the request, and says what the device reports; nothing: leaves it.
  std::function<std::optional<std::int32_t>(const IoRequest&)> instead;
  /// While held, nothing ends.
  bool held = false;
  unsigned reads = 0;
  unsigned writes = 0;
};

/// A device over a TestDisk. A request is carried out when it is reported.
class TestDevice final : public BlockDevice {
 public:
  TestDevice(std::shared_ptr<TestDisk> disk, unsigned depth) : disk_(std::move(disk)), depth_(depth) {}

  std::uint64_t bytes() const override { return disk_->bytes.size(); }
  unsigned depth() const override { return depth_; }
  bool start(const IoRequest& request) override {
    if (waiting_.size() == depth_) {
      return false;
    }
    waiting_.push_back(request);
    return true;
  }
  void submit() override {}
  unsigned finish(std::span<IoResult> results) override {
    unsigned count = 0;
    while (!disk_->held && count < results.size() && !waiting_.empty()) {
      const IoRequest request = waiting_.front();
      waiting_.pop_front();
      results[count++] = {request.tag, carry_out(request)};
    }
    return count;
  }
  void wait() override { disk_->held = false; }

 private:
  std::int32_t carry_out(const IoRequest& request) {
    if (const auto reported = disk_->instead ? disk_->instead(request) : std::nullopt) {
      return *reported;
    }
    auto wanted = static_cast<std::int32_t>(request.memory.size());
    std::int32_t done = disk_->fault ? disk_->fault(request) : wanted;
    if (request.kind == IoKind::flush) {
      if (disk_->recording) {
        disk_->history.push_back({.flush = true});
      }
      return std::min(done, 0);
    }
    const auto moved = static_cast<std::size_t>(std::clamp(done, 0, wanted));
    std::uint8_t* place = disk_->bytes.data() + request.offset;
    if (request.kind == IoKind::read) {
      ++disk_->reads;
      std::memcpy(request.memory.data(), place, moved);
    } else {
      ++disk_->writes;
      std::memcpy(place, request.memory.data(), moved);
      if (disk_->recording) {
        disk_->history.push_back(
            {request.offset, {request.memory.begin(), request.memory.begin() + static_cast<long>(moved)}});
      }
    }
    return done;
  }

  std::shared_ptr<TestDisk> disk_;
  unsigned depth_;
  std::deque<IoRequest> waiting_;
};

}  // namespace augustus::store
