// SPDX-License-Identifier: Apache-2.0
#include "races/locked_buffers.hh"

#include <rte_mbuf_pool_ops.h>
#include <rte_mempool.h>

#include <cerrno>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "base/eal.hh"

namespace augustus::races {
namespace {

struct Buffers {
  std::mutex mutex;
  std::vector<void*> free;
};

Buffers& of(const rte_mempool* pool) { return *static_cast<Buffers*>(pool->pool_data); }

int make(rte_mempool* pool) {
  auto* buffers = new Buffers;
  buffers->free.reserve(pool->size);
  pool->pool_data = buffers;
  return 0;
}

void unmake(rte_mempool* pool) { delete &of(pool); }

int put(rte_mempool* pool, void* const* objects, unsigned count) {
  Buffers& buffers = of(pool);
  const std::lock_guard lock(buffers.mutex);
  buffers.free.insert(buffers.free.end(), objects, objects + count);
  return 0;
}

int take(rte_mempool* pool, void** objects, unsigned count) {
  Buffers& buffers = of(pool);
  const std::lock_guard lock(buffers.mutex);
  if (buffers.free.size() < count) {
    return -ENOBUFS;
  }
  const auto first = buffers.free.end() - count;
  std::copy(first, buffers.free.end(), objects);
  buffers.free.erase(first, buffers.free.end());
  return 0;
}

unsigned count(const rte_mempool* pool) {
  Buffers& buffers = of(pool);
  const std::lock_guard lock(buffers.mutex);
  return static_cast<unsigned>(buffers.free.size());
}

const rte_mempool_ops locked_ops = {
    .name = "locked", .alloc = make, .free = unmake, .enqueue = put, .dequeue = take, .get_count = count};

}  // namespace

void hand_over_buffers_under_a_lock() {
  start_eal(EalOptions{});
  static const int registered = rte_mempool_register_ops(&locked_ops);
  if (registered < 0 || rte_mbuf_set_user_mempool_ops("locked") != 0) {
    throw std::runtime_error("packet pools cannot be told where to keep their buffers");
  }
}

}  // namespace augustus::races
