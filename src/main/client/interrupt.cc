// SPDX-License-Identifier: Apache-2.0
#include "main/client/interrupt.hh"

#include <csignal>
#include <ctime>
#include <mutex>

namespace augustus::client {
namespace {

volatile std::sig_atomic_t signal_came = 0;
sigset_t mask_while_waiting;

/// The two signals stay blocked but inside ppoll, so that one which comes just before it still wakes it.
void take_over_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { signal_came = 1; };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &mask_while_waiting);
}

}  // namespace

bool interrupted() {
  return signal_came != 0;
}

void forget_interrupt() {
  signal_came = 0;
}

void wait_for(pollfd& descriptor, TimeNs until) {
  static std::once_flag taken;
  std::call_once(taken, take_over_signals);
  const TimeNs now = monotonic_now();
  const TimeNs pause = until > now ? until - now : 0;
  const timespec timeout{static_cast<time_t>(pause / nanoseconds_per_second),
                         static_cast<long>(pause % nanoseconds_per_second)};
  if (ppoll(&descriptor, 1, until == time_never ? nullptr : &timeout, &mask_while_waiting) <= 0) {
    descriptor.revents = 0;
  }
}

}  // namespace augustus::client
