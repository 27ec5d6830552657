// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>

#include "face/port/port_counters.hh"
#include "face/port/port_device.hh"

namespace augustus::face {

/// Finished frames on their way to the device, which may not take all at once. Used by one thread.
class TransmitQueue {
 public:
  TransmitQueue(PortDevice& device, PortCounters& counters, std::uint16_t queue = 0)
      : device_(device), counters_(counters), queue_(queue) {}
  ~TransmitQueue() { clear(PortDrop::transmit_full); }
  TransmitQueue(const TransmitQueue&) = delete;
  TransmitQueue& operator=(const TransmitQueue&) = delete;

  bool empty() const { return head_ == tail_; }
  bool full() const { return tail_ == capacity; }
  /// Frames that push() takes without a flush.
  unsigned room() const { return capacity - tail_; }
  /// Takes the frame; drops and counts it when there is no room even after a flush.
  void push(rte_mbuf* frame);
  /// Whether the device took all.
  bool flush();
  void clear(PortDrop reason);

 private:
  static constexpr unsigned capacity = 128;

  PortDevice& device_;
  PortCounters& counters_;
  std::uint16_t queue_;
  unsigned head_ = 0;
  unsigned tail_ = 0;
  std::array<rte_mbuf*, capacity> frames_;
};

}  // namespace augustus::face
