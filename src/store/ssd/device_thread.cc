// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/device_thread.hh"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "base/clock.hh"
#include "store/ssd/served_device.hh"

namespace augustus::store {
namespace {

/// How long it looks for more before it sleeps: somewhat longer than a disk takes to answer.
constexpr TimeNs patience_ns = 200'000;

}  // namespace

DeviceThread::DeviceThread(const std::string& name) : bell_(eventfd(0, EFD_CLOEXEC)) {
  if (bell_ < 0) {
    throw std::runtime_error("SSD store: no eventfd");
  }
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { loop(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_setname_np(thread_.native_handle(), name.c_str());
}

DeviceThread::~DeviceThread() {
  stopping_.store(true);
  ring_bell();
  thread_.join();
  close(bell_);
}

std::unique_ptr<BlockDevice> DeviceThread::serve(std::shared_ptr<DeviceThread> thread,
                                                 std::unique_ptr<BlockDevice> device,
                                                 std::uint32_t head_bytes) {
  return std::make_unique<ServedDevice>(std::move(thread), std::move(device), head_bytes);
}

bool DeviceThread::finds_cpu_beside(unsigned threads) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  return sched_getaffinity(0, sizeof(cpus), &cpus) == 0 && static_cast<unsigned>(CPU_COUNT(&cpus)) > threads;
}

bool DeviceThread::wanted(const SsdOptions& options, unsigned threads) {
  // The serial service has the worker wait for the disk itself.
  return !options.serial && (options.threads ? *options.threads != 0 : finds_cpu_beside(threads));
}

void DeviceThread::add(ServedDevice& device) {
  const std::lock_guard lock(mutex_);
  devices_.push_back(&device);
}

void DeviceThread::remove(ServedDevice& device) {
  const std::lock_guard lock(mutex_);
  std::erase(devices_, &device);
}

void DeviceThread::ring_bell() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(bell_, &one, sizeof(one));
}

void DeviceThread::loop() {
  TimeNs idle_since = 0;
  while (!stopping_.load(std::memory_order_relaxed)) {
    if (work()) {
      idle_since = 0;
      continue;
    }
    const TimeNs now = monotonic_now();
    idle_since = idle_since == 0 ? now : idle_since;
    if (now - idle_since > patience_ns) {
      sleep();
      idle_since = 0;
    }
  }
}

bool DeviceThread::work() {
  const std::lock_guard lock(mutex_);
  bool any = false;
  for (ServedDevice* device : devices_) {
    any = device->work() || any;
  }
  return any;
}

/// Until a device has something, or a worker.
void DeviceThread::sleep() {
  sleeping_.store(true, std::memory_order_seq_cst);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  bool wanted = stopping_.load();
  {
    const std::lock_guard lock(mutex_);
    wanted = wanted || std::ranges::any_of(devices_, [](auto* device) { return device->has_requests(); });
  }
  std::uint64_t rung = 0;
  while (!wanted && read(bell_, &rung, sizeof(rung)) < 0 && errno == EINTR) {
  }
  sleeping_.store(false, std::memory_order_relaxed);
}

}  // namespace augustus::store
