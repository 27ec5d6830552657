// SPDX-License-Identifier: Apache-2.0
#include "base/quiescence.hh"

#include <rte_rcu_qsbr.h>

#include <cstdlib>
#include <deque>
#include <new>
#include <stdexcept>
#include <utility>

namespace augustus {
namespace {

struct FreeDeleter {
  void operator()(void* memory) const { std::free(memory); }
};

struct Retired {
  std::uint64_t token;
  std::function<void()> reclaim;
};

}  // namespace

struct Quiescence::State {
  std::unique_ptr<rte_rcu_qsbr, FreeDeleter> readers;
  std::deque<Retired> retired;  ///< by ascending token
  bool running = false;         ///< a reclaim function may itself retire something

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
  const std::uint64_t token = rte_rcu_qsbr_start(state_->readers.get());
  state_->retired.push_back({token, std::move(reclaim)});
  poll();
}

void Quiescence::poll() {
  if (state_->running) {
    return;
  }
  state_->running = true;
  while (!state_->retired.empty() &&
         rte_rcu_qsbr_check(state_->readers.get(), state_->retired.front().token, false) == 1) {
    state_->run_front();
  }
  state_->running = false;
}

void Quiescence::drain() {
  while (!state_->retired.empty()) {
    rte_rcu_qsbr_check(state_->readers.get(), state_->retired.back().token, true);
    poll();
  }
}

}  // namespace augustus
