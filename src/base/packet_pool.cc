// SPDX-License-Identifier: Apache-2.0
#include "base/packet_pool.hh"

#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_mbuf_pool_ops.h>
#include <rte_stack.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "base/eal.hh"
#include "base/mapped_memory.hh"

namespace augustus {
namespace {

constexpr unsigned per_thread_cache = 256;

/// The EAL's memory without huge pages is shared memory, which the kernel seldom gives large pages: walking
/// through buffers then misses the TLB each time. Memory of our own gets them.
int populate(rte_mempool* pool, MappedMemory& memory) {
  if (rte_eal_has_hugepages() != 0) {
    return rte_mempool_populate_default(pool);
  }
  const std::size_t object = std::size_t{pool->header_size} + pool->elt_size + pool->trailer_size;
  const std::size_t bytes = object * pool->size + RTE_CACHE_LINE_SIZE;
  memory = MappedMemory(bytes, "packet buffers");
  auto* const start = static_cast<char*>(memory.data());
  return rte_mempool_populate_iova(pool, start, reinterpret_cast<rte_iova_t>(start), bytes, nullptr, nullptr);
}

/// Where buffers wait that no thread keeps for itself. In DPDK's usual ring all threads spin while one that the system
/// stopped in the middle of taking or giving does not run; nobody waits for anybody at the lock-free stack.
const char* where_buffers_wait() {
  const char* const best = rte_mbuf_best_mempool_ops();
#ifdef RTE_STACK_LF_SUPPORTED
  constexpr std::string_view usual = RTE_MBUF_DEFAULT_MEMPOOL_OPS;
  return best == usual ? "lf_stack" : best;
#else
  return best;
#endif
}

/// As rte_pktmbuf_pool_create, but for where the memory comes from and where free buffers wait.
rte_mempool* create_pool(const std::string& name, unsigned count, std::uint16_t room, MappedMemory& memory) {
  const unsigned cache = count >= 4 * per_thread_cache ? per_thread_cache : 0;
  // Contiguous physical memory for each buffer would mean no buffer across small pages: most of them wasted.
  const unsigned flags = rte_eal_has_hugepages() != 0 ? 0 : RTE_MEMPOOL_F_NO_IOVA_CONTIG;
  const unsigned object_bytes = sizeof(rte_mbuf) + packet_private_bytes + room;
  rte_mempool* pool = rte_mempool_create_empty(name.c_str(), count, object_bytes, cache,
                                               sizeof(rte_pktmbuf_pool_private), SOCKET_ID_ANY, flags);
  int error = pool == nullptr ? rte_errno : 0;
  if (pool != nullptr) {
    rte_pktmbuf_pool_private settings{};
    settings.mbuf_data_room_size = room;
    settings.mbuf_priv_size = packet_private_bytes;
    error = -rte_mempool_set_ops_byname(pool, where_buffers_wait(), nullptr);
    rte_pktmbuf_pool_init(pool, &settings);
    if (error == 0) {
      const int populated = populate(pool, memory);
      error = populated < 0 ? -populated : populated < static_cast<int>(count) ? ENOMEM : 0;
    }
    if (error == 0) {
      rte_mempool_obj_iter(pool, rte_pktmbuf_init, nullptr);
      return pool;
    }
    rte_mempool_free(pool);
  }
  throw std::runtime_error("packet pool " + name + " of " + std::to_string(count) +
                           " buffers: " + rte_strerror(error));
}

}  // namespace

PacketPool::PacketPool(const std::string& name, unsigned small_count, unsigned large_count) {
  start_eal(EalOptions{});
  small_ = create_pool(name + "_small", small_count, small_packet_room, small_memory_);
  try {
    large_ = create_pool(name + "_large", large_count, large_packet_room, large_memory_);
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
    std::memset(rte_mbuf_to_priv(packet), 0, packet_private_used_bytes);
  }
  return packet;
}

rte_mbuf* PacketPool::copy_of(std::span<const std::uint8_t> bytes) {
  rte_mbuf* packet = allocate(bytes.size());
  if (packet != nullptr && !bytes.empty()) {
    std::memcpy(rte_pktmbuf_append(packet, static_cast<std::uint16_t>(bytes.size())), bytes.data(),
                bytes.size());
  }
  return packet;
}

unsigned PacketPool::in_use() const {
  return rte_mempool_in_use_count(small_) + rte_mempool_in_use_count(large_);
}

}  // namespace augustus
