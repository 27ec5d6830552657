// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <click/config.h>
#include <click/packetbatch.hh>

#include <utility>

/// Packets in order that are to become a batch.
class PacketRow {
 public:
  void append(Packet* packet) {
    if (first_ == nullptr) {
      first_ = packet;
    } else {
      last_->set_next(packet);
    }
    last_ = packet;
    ++count_;
  }
  bool empty() const { return first_ == nullptr; }
  /// nullptr when there are none; there are none afterwards.
  PacketBatch* take() {
    if (first_ == nullptr) {
      return nullptr;
    }
    last_->set_next(nullptr);
    return PacketBatch::make_from_simple_list(std::exchange(first_, nullptr), std::exchange(last_, nullptr),
                                              std::exchange(count_, 0));
  }

 private:
  Packet* first_ = nullptr;
  Packet* last_ = nullptr;
  unsigned count_ = 0;
};
