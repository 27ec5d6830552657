// SPDX-License-Identifier: Apache-2.0
#include "base/packet_pool.hh"

#include <rte_errno.h>

#include <cstring>
#include <stdexcept>

#include "base/eal.hh"

namespace augustus {
namespace {

constexpr unsigned per_thread_cache = 256;

rte_mempool* create_pool(const std::string& name, unsigned count, std::uint16_t room) {
  const unsigned cache = count >= 4 * per_thread_cache ? per_thread_cache : 0;
  rte_mempool* pool =
      rte_pktmbuf_pool_create(name.c_str(), count, cache, packet_private_bytes, room, SOCKET_ID_ANY);
  if (pool == nullptr) {
    throw std::runtime_error("packet pool " + name + " of " + std::to_string(count) +
                             " buffers: " + rte_strerror(rte_errno));
  }
  return pool;
}

}  // namespace

PacketPool::PacketPool(const std::string& name, unsigned small_count, unsigned large_count) {
  start_eal(EalOptions{});
  small_ = create_pool(name + "_small", small_count, small_packet_room);
  try {
    large_ = create_pool(name + "_large", large_count, large_packet_room);
  } catch (...) {
    rte_mempool_free(small_);
    throw;
  }
}

PacketPool::~PacketPool() {
  rte_mempool_free(small_);
  rte_mempool_free(large_);
}

rte_mbuf* PacketPool::allocate(std::size_t bytes) {
  rte_mempool* pool = nullptr;
  if (bytes <= small_packet_room - RTE_PKTMBUF_HEADROOM) {
    pool = small_;
  } else if (bytes <= large_packet_room - RTE_PKTMBUF_HEADROOM) {
    pool = large_;
  } else {
    return nullptr;
  }
  rte_mbuf* packet = rte_pktmbuf_alloc(pool);
  if (packet != nullptr) {
    std::memset(rte_mbuf_to_priv(packet), 0, packet_private_bytes);
  }
  return packet;
}

rte_mbuf* PacketPool::copy_of(std::span<const std::uint8_t> bytes) {
  rte_mbuf* packet = allocate(bytes.size());
  if (packet != nullptr) {
    std::memcpy(rte_pktmbuf_append(packet, static_cast<std::uint16_t>(bytes.size())), bytes.data(), bytes.size());
  }
  return packet;
}

unsigned PacketPool::in_use() const { return rte_mempool_in_use_count(small_) + rte_mempool_in_use_count(large_); }

}  // namespace augustus
