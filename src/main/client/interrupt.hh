// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <stdexcept>

#include "base/clock.hh"

namespace augustus::client {

/// SIGINT or SIGTERM came while a program waited.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

/// True once SIGINT or SIGTERM came. The first call of wait_for() takes these signals over.
bool interrupted();

/// As if none had come: what is left to do can be waited for, until the next.
void forget_interrupt();

/// Waits until `descriptor` is ready, `until` (monotonic clock) has come, or a signal to end arrives; none is
/// missed between two calls.
void wait_for(pollfd& descriptor, TimeNs until);

}  // namespace augustus::client
