// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/outgoing.hh"
#include "forward/transfer.hh"

namespace augustus::forward {

/// Where a burst's results go. The forwarder calls these within process(); the callee takes ownership of the
/// packet reference inside.
class Egress {
 public:
  virtual ~Egress() = default;
  virtual void send(const Outgoing& outgoing) = 0;
  /// To another partition; the worker finds whose it is.
  virtual void transfer(const Transfer& transfer) = 0;
};

}  // namespace augustus::forward
