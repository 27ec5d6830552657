// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>

#include "patience.hh"

namespace augustus {

/// A thread that does one thing over and over and can be stopped wherever it is, as the system does when it takes the
/// CPU from it.
class HeldThread {
 public:
  explicit HeldThread(std::function<void()> work) {
    struct sigaction action {};
    action.sa_handler = [](int) { wait_in_signal(); };
    sigaction(SIGUSR1, &action, nullptr);
    thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) {
      self_ = this;
      runs_ = true;
      while (!stop.stop_requested()) {
        work();
      }
    });
    // A signal that came before would hold nobody.
    becomes([this] { return runs_.load(); });
  }

  /// Stops the thread from here to the end of the scope.
  class Pause {
   public:
    explicit Pause(HeldThread& of) : of_(of) {
      of_.hold_ = true;
      pthread_kill(of_.thread_.native_handle(), SIGUSR1);
      if (!becomes([this] { return of_.held_.load(); })) {
        throw std::runtime_error("the thread does not stop");
      }
    }
    ~Pause() {
      of_.hold_ = false;
      becomes([this] { return !of_.held_.load(); });
    }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    HeldThread& of_;
  };

  /// Waits for it without a pause; false when it does not come.
  static bool becomes(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + test::patience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) {
        return false;
      }
      std::this_thread::yield();
    }
    return true;
  }

 private:
  static void wait_in_signal() {
    HeldThread* const self = self_;
    if (self == nullptr) {
      return;
    }
    self->held_ = true;
    while (self->hold_) {
      const timespec pause{.tv_sec = 0, .tv_nsec = 20'000};
      nanosleep(&pause, nullptr);
    }
    self->held_ = false;
  }

  static inline thread_local HeldThread* self_ = nullptr;
  std::atomic<bool> runs_{false};
  std::atomic<bool> hold_{false};
  std::atomic<bool> held_{false};
  std::jthread thread_;
};

}  // namespace augustus
