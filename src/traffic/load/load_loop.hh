// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "base/counter.hh"
#include "traffic/load/participant.hh"

namespace augustus::traffic {

struct LoopOptions {
  int cpu = -1;       ///< to run on; -1: any
  bool spin = false;  ///< never sleep
};

/// The thread that drives consumers and producers. It sleeps until a socket is readable or something is due;
/// with a DPDK port it asks again and again, and naps after many turns in vain.
class LoadLoop {
 public:
  LoadLoop(const LoopOptions& options, std::vector<Participant*> participants)
      : options_(options), participants_(std::move(participants)) {}
  ~LoadLoop();
  LoadLoop(const LoadLoop&) = delete;
  LoadLoop& operator=(const LoadLoop&) = delete;

  /// The thread goes on until all participants are finished.
  void start();
  /// Ends the thread whatever is outstanding.
  void abandon() { abandoned_.store(true, std::memory_order_release); }
  bool ended() const { return ended_.load(std::memory_order_acquire); }
  /// An error ended it.
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  /// Waits for the thread; throws what ended it.
  void join();

  /// Nanoseconds spent in turns that moved packets, and in all.
  std::uint64_t busy_ns() const { return busy_.value(); }
  std::uint64_t total_ns() const { return total_.value(); }

 private:
  void run();
  void turns();
  void wait(TimeNs now);
  bool all_finished() const;

  LoopOptions options_;
  std::vector<Participant*> participants_;
  std::thread thread_;
  std::atomic<bool> abandoned_ = false;
  std::atomic<bool> ended_ = false;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
  Counter busy_, total_;
  unsigned empty_turns_ = 0;
};

}  // namespace augustus::traffic
