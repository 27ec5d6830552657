// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "store/ssd/block_device.hh"
#include "store/store_options.hh"

namespace augustus::store {

class ServedDevice;

/// A thread that drives block devices for the workers: it enters the kernel for them, writes the checksums of
/// what is written and checks those of what is read. Waits without spinning once nothing has happened for a
/// while.
class DeviceThread {
 public:
  /// Throws std::runtime_error.
  explicit DeviceThread(const std::string& name);
  /// Its devices are gone.
  ~DeviceThread();
  DeviceThread(const DeviceThread&) = delete;
  DeviceThread& operator=(const DeviceThread&) = delete;

  /// Whether the CPUs of this process are enough for one more thread that is always busy beside so many.
  static bool finds_cpu_beside(unsigned threads);
  /// Whether there is to be one for real disks beside so many busy threads.
  static bool wanted(const SsdOptions& options, unsigned threads);

  /// The device as one worker sees it from now on: it takes twice as many requests, of which as many are
  /// under way as the device itself takes. Extents have heads of so many bytes.
  static std::unique_ptr<BlockDevice> serve(std::shared_ptr<DeviceThread> thread,
                                            std::unique_ptr<BlockDevice> device, std::uint32_t head_bytes);

 private:
  friend class ServedDevice;
  void add(ServedDevice& device);
  void remove(ServedDevice& device);
  /// Requests have come.
  void wake() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sleeping_.load(std::memory_order_relaxed)) {
      ring_bell();
    }
  }
  void ring_bell();
  int bell() const { return bell_; }

  void loop();
  bool work();
  void sleep();

  int bell_;  ///< an eventfd
  std::atomic<bool> stopping_{false};
  std::atomic<bool> sleeping_{false};
  std::mutex mutex_;
  std::vector<ServedDevice*> devices_;
  std::thread thread_;
};

}  // namespace augustus::store
