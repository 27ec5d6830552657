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
  BufferShares(PacketPool& pool, unsigned parts)
      : large_pool_(pool.large()),
        small_(PoolShares::Rule::for_buffers(pool.small()->size / parts)),
        large_(PoolShares::Rule::for_buffers(pool.large()->size / parts), small_) {}

  Holder holder_of(std::uint64_t key) const { return small_.holder_of(key); }
  /// The shares that a buffer counts in.
  PoolShares& of(const rte_mbuf* buffer) { return buffer->pool == large_pool_ ? large_ : small_; }

  std::uint64_t refused() const { return small_.refused() + large_.refused(); }
  PoolShares& small() { return small_; }
  PoolShares& large() { return large_; }
  const PoolShares& small() const { return small_; }
  const PoolShares& large() const { return large_; }

 private:
  const rte_mempool* large_pool_;
  PoolShares small_;
  PoolShares large_;
};

}  // namespace augustus::face
