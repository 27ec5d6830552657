// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "forward/egress.hh"
#include "forward/outgoing.hh"
#include "forward/transfer.hh"
#include "base/message_ring.hh"

namespace augustus::worker {

/// How the other threads reach one thread: rings of packets and requests, and a descriptor that wakes it when it
/// sleeps. Senders call wake() once after a burst of pushes.
class Mailbox {
 public:
  explicit Mailbox(unsigned ring_size);
  ~Mailbox();
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  MessageRing<forward::Transfer> transfers;
  MessageRing<forward::Outgoing> outgoing;
  /// Only the management thread is sent any. Short: each holds a packet buffer and costs a signature check.
  MessageRing<forward::RouteLesson> lessons;
  /// The same of Data that is to have an announcement.
  MessageRing<forward::Outgoing> unannounced;

  /// Runs `request` on the receiver's thread, soon.
  void post(std::function<void()> request);
  /// Requests posted since the last call. The receiver's thread only.
  std::vector<std::function<void()>> take_requests();

  /// Makes the receiver leave its sleep if it is in one.
  void wake();

  // The receiver's side.
  int descriptor() const { return descriptor_; }
  /// Announces sleep; false when something arrived meanwhile and the receiver must not sleep.
  bool prepare_sleep();
  void awake();
  void clear_wake();

 private:
  int descriptor_;
  std::atomic<bool> sleeping_{false};
  std::atomic<bool> has_requests_{false};
  std::mutex requests_mutex_;
  std::vector<std::function<void()>> requests_;
};

}  // namespace augustus::worker
