// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/served_device.hh"

#include <unistd.h>

#include <array>

#include "store/ssd/extent_seal.hh"

namespace augustus::store {

ServedDevice::ServedDevice(std::shared_ptr<DeviceThread> thread, std::unique_ptr<BlockDevice> device,
                           std::uint32_t head_bytes)
    : thread_(std::move(thread)),
      device_(std::move(device)),
      head_bytes_(head_bytes),
      depth_(2 * device_->depth()),
      requests_(depth_),
      results_(depth_),
      in_device_(device_->depth()) {
  for (std::uint32_t tag = 0; tag < in_device_.size(); ++tag) {
    free_tags_.push_back(tag);
  }
  device_->notify(thread_->bell());
  thread_->add(*this);
}

ServedDevice::~ServedDevice() {
  IoResult result;
  while (under_way_ != 0) {
    wait();
    finish({&result, 1});
  }
  thread_->remove(*this);
}

bool ServedDevice::start(const Order& order) {
  if (under_way_ == depth_) {
    return false;
  }
  requests_.push(order);
  ++under_way_;
  unsent_ = true;
  return true;
}

void ServedDevice::submit() {
  if (unsent_) {
    unsent_ = false;
    thread_->wake();
  }
}

unsigned ServedDevice::finish_extents(std::span<IoResult> results, std::uint64_t& right) {
  unsigned count = 0;
  Outcome outcome;
  while (count < results.size() && results_.pop(outcome)) {
    right |= std::uint64_t{outcome.right ? 1u : 0u} << count % 64;
    results[count++] = outcome.result;
  }
  under_way_ -= count;
  return count;
}

void ServedDevice::wait() {
  submit();
  const std::uint32_t seen = arrivals_.load(std::memory_order_acquire);
  if (results_.empty()) {
    arrivals_.wait(seen, std::memory_order_acquire);
  }
}

TimeNs ServedDevice::next_due() const {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return results_.empty() ? time_never : 0;
}

bool ServedDevice::work() {
  const bool sent = take_requests();
  if (!device_is_busy()) {
    return sent;
  }
  // One after the other, so that the worker goes on with the first while the next is checked.
  bool ended = false;
  IoResult result;
  while (device_->finish({&result, 1}) != 0) {
    hand_over(result);
    ended = true;
    take_requests();
  }
  return sent || ended;
}

/// Hands the device what it has room for.
bool ServedDevice::take_requests() {
  bool any = false;
  Order order;
  while (!free_tags_.empty() && requests_.pop(order)) {
    if (order.extent && order.request.kind == IoKind::write) {
      seal_records(order.request.memory, head_bytes_);
    }
    const std::uint32_t tag = free_tags_.back();
    free_tags_.pop_back();
    in_device_[tag] = order;
    order.request.tag = tag;
    device_->start(order.request);
    any = true;
  }
  if (any) {
    device_->submit();
  }
  return any;
}

void ServedDevice::hand_over(const IoResult& result) {
  const auto& [request, extent] = in_device_[result.tag];
  const bool whole = result.result == static_cast<std::int32_t>(request.memory.size());
  const bool right =
      extent && request.kind == IoKind::read && whole && records_are_right(request.memory, head_bytes_);
  results_.push({{request.tag, result.result}, right});
  free_tags_.push_back(result.tag);
  arrivals_.fetch_add(1, std::memory_order_release);
  arrivals_.notify_one();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  // The worker comes for what is in the ring before it sleeps; it may sleep when there was nothing.
  const int notified = notified_.load(std::memory_order_relaxed);
  if (notified >= 0 && results_.count() == 1) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(notified, &one, sizeof(one));
  }
}

}  // namespace augustus::store
