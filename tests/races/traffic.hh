// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>

#include "races/line.hh"
#include "wire/name.hh"

namespace augustus::races {

/// A consumer and a producer, driven by a thread of their own: Interests below a prefix, some of them for what the
/// router has, some with CanBePrefix, and Data for those that arrive.
class Traffic {
 public:
  Traffic(wire::Name prefix, std::unique_ptr<Line> consumer, std::unique_ptr<Line> producer);
  /// Stops it.
  ~Traffic();
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;

  /// Packets that the consumer got: Data, and some Nacks.
  std::uint64_t exchanges() const { return exchanges_.load(std::memory_order_relaxed); }

 private:
  void run(const std::stop_token& stop);
  void ask();
  void answer();
  void take();

  wire::Name prefix_;
  std::unique_ptr<Line> consumer_;
  std::unique_ptr<Line> producer_;
  std::minstd_rand random_{1};
  std::atomic<std::uint64_t> exchanges_{0};
  std::jthread thread_;
};

}  // namespace augustus::races
