// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/emulated_device.hh"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <stdexcept>

namespace augustus::store {
namespace {

constexpr double bits_per_byte = 8;

}  // namespace

EmulatedDevice::EmulatedDevice(EmulatedSsd ssd) : ssd_(std::move(ssd)) {
  const bool dynamic = ssd_.memory == EmulatedSsd::Memory::dynamic;
  if (ssd_.bits_per_second <= 0 || (dynamic && (!ssd_.make || !ssd_.written))) {
    throw std::invalid_argument(
        "emulated SSD: a positive rate, and who makes its content when it keeps none");
  }
  if (!ssd_.busy_until) {
    ssd_.busy_until = std::make_shared<std::atomic<TimeNs>>(0);
  }
  memory_ = MappedMemory(dynamic ? std::max<std::uint64_t>(ssd_.kept_bytes, block_bytes) : ssd_.bytes);
  if (ssd_.memory == EmulatedSsd::Memory::fixed) {
    std::memset(memory_.data(), 0, ssd_.bytes);
  }
}

bool EmulatedDevice::start(const IoRequest& request) {
  if (waiting_.size() == ssd_.depth) {
    return false;
  }
  const double seconds = static_cast<double>(request.memory.size()) * bits_per_byte / ssd_.bits_per_second;
  const auto takes = static_cast<TimeNs>(seconds * static_cast<double>(nanoseconds_per_second));
  const TimeNs now = monotonic_now();
  TimeNs before = ssd_.busy_until->load(std::memory_order_relaxed);
  while (!ssd_.busy_until->compare_exchange_weak(before, std::max(before, now) + takes)) {
  }
  waiting_.push_back({request, std::max(before, now) + takes, std::nullopt});
  return true;
}

unsigned EmulatedDevice::finish(std::span<IoResult> results) {
  unsigned count = 0;
  const TimeNs now = monotonic_now();
  while (count < results.size() && !waiting_.empty() && waiting_.front().due <= now) {
    const Waiting ended = waiting_.front();
    waiting_.pop_front();
    results[count++] = {ended.request.tag, ended.result ? *ended.result : carry_out(ended.request)};
  }
  return count;
}

std::int32_t EmulatedDevice::carry_out(const IoRequest& request) {
  const std::size_t bytes = request.memory.size();
  if (request.offset + bytes > ssd_.bytes) {
    return -EIO;
  }
  if (ssd_.memory == EmulatedSsd::Memory::dynamic && request.offset >= ssd_.kept_bytes) {
    if (request.kind == IoKind::read) {
      ssd_.make(request.offset, request.memory);
    } else if (request.kind == IoKind::write) {
      ssd_.written(request.offset, request.memory);
    }
    return static_cast<std::int32_t>(bytes);
  }
  auto* place = static_cast<std::uint8_t*>(memory_.data()) + request.offset;
  if (request.kind == IoKind::read) {
    std::memcpy(request.memory.data(), place, bytes);
  } else if (request.kind == IoKind::write) {
    std::memcpy(place, request.memory.data(), bytes);
  }
  return static_cast<std::int32_t>(bytes);
}

void EmulatedDevice::wait() {
  if (!waiting_.empty() && !waiting_.front().result) {
    waiting_.front().result = carry_out(waiting_.front().request);
  }
  while (!waiting_.empty() && waiting_.front().due > monotonic_now()) {
    if (ssd_.delay == EmulatedSsd::Delay::sleep) {
      const TimeNs now = monotonic_now();
      const TimeNs left = waiting_.front().due - std::min(now, waiting_.front().due);
      const timespec time{.tv_sec = static_cast<time_t>(left / nanoseconds_per_second),
                          .tv_nsec = static_cast<long>(left % nanoseconds_per_second)};
      nanosleep(&time, nullptr);
    }
  }
}

}  // namespace augustus::store
