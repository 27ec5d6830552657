// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include "base/packet_pool.hh"
#include "base/pool_shares.hh"

namespace augustus::face {

/// What one thread may hold back of the packet pool for one purpose (fragments that wait for others, packets that wait
/// for a slow reader), so that reception always finds buffers. Small and large buffers count apart.
class BufferShares {
 public:
  using Holder = PoolShares::Holder;

  /// One in `parts` of the pool's buffers.
  BufferShares(PacketPool& pool, unsigned parts, std::uint64_t secret)
      : large_pool_(pool.large()),
        small_(rule_of(pool.small()->size / parts), secret),
        large_(rule_of(pool.large()->size / parts), secret) {}

  Holder holder_of(std::uint64_t key) const { return small_.holder_of(key); }
  /// The shares that a buffer counts in.
  PoolShares& of(const rte_mbuf* buffer) { return buffer->pool == large_pool_ ? large_ : small_; }

  std::uint64_t refused() const { return small_.refused() + large_.refused(); }
  PoolShares& small() { return small_; }
  PoolShares& large() { return large_; }
  const PoolShares& small() const { return small_; }
  const PoolShares& large() const { return large_; }

 private:
  static PoolShares::Rule rule_of(std::uint32_t capacity) {
    // A single holder stops at two thirds. Below an eighth free, the largest holder gives way.
    return {.capacity = capacity, .reserve = capacity / 16, .headroom = capacity / 8, .multiple = 2};
  }

  const rte_mempool* large_pool_;
  PoolShares small_;
  PoolShares large_;
};

}  // namespace augustus::face
