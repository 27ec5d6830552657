// SPDX-License-Identifier: Apache-2.0
#include "base/quiescence.hh"

#include <rte_rcu_qsbr.h>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>

namespace augustus {
struct Quiescence::State {
  struct FreeDeleter {
    void operator()(void* memory) const { std::free(memory); }
  };

  struct Retired {
    std::uint64_t token;
    std::function<void()> reclaim;
  };

  std::unique_ptr<rte_rcu_qsbr, FreeDeleter> readers;
  std::deque<Retired> retired;  ///< by ascending token
  bool running = false;         ///< a reclaim function may itself retire something

  /// What a check must find every online reader to have passed.
  std::uint64_t begin_grace_period() {
    const std::uint64_t token = rte_rcu_qsbr_start(readers.get());
    // Pairs with the one in rte_rcu_qsbr_thread_online: either we see that a reader came online, or it sees what was
    // done before. The token alone, a release, may on ARM be passed by the loads of the check.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return token;
  }

  bool has_passed(std::uint64_t token) { return rte_rcu_qsbr_check(readers.get(), token, false) == 1; }

  void run_front() {
    auto reclaim = std::move(retired.front().reclaim);
    retired.pop_front();
    reclaim();
  }
};

Quiescence::Quiescence(unsigned readers_max) : state_(std::make_unique<State>()) {
  const unsigned readers = readers_max == 0 ? 1 : readers_max;
  const std::size_t bytes = (rte_rcu_qsbr_get_memsize(readers) + 63) & ~std::size_t{63};
  void* memory = std::aligned_alloc(64, bytes);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  state_->readers.reset(static_cast<rte_rcu_qsbr*>(memory));
  if (rte_rcu_qsbr_init(state_->readers.get(), readers) != 0) {
    throw std::runtime_error("quiescent states cannot be tracked for " + std::to_string(readers) +
                             " readers");
  }
  for (unsigned reader = 0; reader < readers; ++reader) {
    rte_rcu_qsbr_thread_register(state_->readers.get(), reader);
  }
}

Quiescence::~Quiescence() {
  while (!state_->retired.empty()) {
    state_->run_front();
  }
}

void Quiescence::online(unsigned reader) {
  rte_rcu_qsbr_thread_online(state_->readers.get(), reader);
}

void Quiescence::offline(unsigned reader) {
  rte_rcu_qsbr_thread_offline(state_->readers.get(), reader);
}

void Quiescence::quiescent(unsigned reader) {
  rte_rcu_qsbr_quiescent(state_->readers.get(), reader);
}

void Quiescence::retire(std::function<void()> reclaim) {
  state_->retired.push_back({state_->begin_grace_period(), std::move(reclaim)});
  poll();
}

void Quiescence::poll() {
  if (state_->running) {
    return;
  }
  state_->running = true;
  while (!state_->retired.empty() && state_->has_passed(state_->retired.front().token)) {
    state_->run_front();
  }
  state_->running = false;
}

void Quiescence::drain() {
  do {
    const std::uint64_t token = state_->begin_grace_period();
    while (!state_->has_passed(token)) {
      // A reader that the system took from its CPU may need this one.
      std::this_thread::yield();
    }
    poll();
  } while (!state_->retired.empty());
}

}  // namespace augustus
