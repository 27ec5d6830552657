// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "store/ssd/device_thread.hh"
#include "store/ssd/handover_ring.hh"
#include "store/ssd/sealing_device.hh"

namespace augustus::store {

/// A device that a DeviceThread drives; the worker's calls only put requests into one ring and take results
/// from another.
class ServedDevice final : public SealingDevice {
 public:
  ServedDevice(std::shared_ptr<DeviceThread> thread, std::unique_ptr<BlockDevice> device,
               std::uint32_t head_bytes);
  ~ServedDevice() override;
  ServedDevice(const ServedDevice&) = delete;
  ServedDevice& operator=(const ServedDevice&) = delete;

  std::uint64_t bytes() const override { return device_->bytes(); }
  unsigned depth() const override { return depth_; }
  void register_memory(std::span<std::uint8_t> memory) override { device_->register_memory(memory); }
  void notify(int descriptor) override { notified_.store(descriptor, std::memory_order_relaxed); }
  bool start(const IoRequest& request) override { return start({request, false}); }
  bool start_extent(const IoRequest& request) override { return start({request, true}); }
  void submit() override;
  unsigned finish(std::span<IoResult> results) override {
    std::uint64_t right = 0;
    return finish_extents(results, right);
  }
  unsigned finish_extents(std::span<IoResult> results, std::uint64_t& right) override;
  void wait() override;
  TimeNs next_due() const override;

 private:
  friend class DeviceThread;
  struct Order {
    IoRequest request;
    bool extent = false;
  };
  struct Outcome {
    IoResult result;
    bool right = false;
  };
  bool start(const Order& order);

  // The thread's side.
  /// Whether there was anything to do.
  bool work();
  bool take_requests();
  void hand_over(const IoResult& result);
  bool device_is_busy() const { return free_tags_.size() != in_device_.size(); }
  bool has_requests() const { return !requests_.empty() && !free_tags_.empty(); }

  std::shared_ptr<DeviceThread> thread_;
  std::unique_ptr<BlockDevice> device_;
  std::uint32_t head_bytes_;
  unsigned depth_;
  HandoverRing<Order> requests_;
  HandoverRing<Outcome> results_;
  std::atomic<int> notified_{-1};
  std::atomic<std::uint32_t> arrivals_{0};

  // The worker's.
  alignas(64) unsigned under_way_ = 0;
  bool unsent_ = false;

  // The thread's.
  alignas(64) std::vector<Order> in_device_;  ///< by the tag the device knows
  std::vector<std::uint32_t> free_tags_;
};

}  // namespace augustus::store
