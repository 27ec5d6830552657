// SPDX-License-Identifier: Apache-2.0
#include "worker/mailbox.hh"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace augustus::worker {
namespace {

constexpr unsigned lessons_max = 255;

}  // namespace

Mailbox::Mailbox(unsigned ring_size)
    : transfers(ring_size),
      outgoing(ring_size),
      lessons(lessons_max),
      unannounced(lessons_max),
      descriptor_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (descriptor_ < 0) {
    throw std::system_error(errno, std::generic_category(), "eventfd");
  }
}

Mailbox::~Mailbox() { close(descriptor_); }

void Mailbox::post(std::function<void()> request) {
  {
    std::lock_guard lock(requests_mutex_);
    requests_.push_back(std::move(request));
  }
  has_requests_.store(true, std::memory_order_release);
  wake();
}

std::vector<std::function<void()>> Mailbox::take_requests() {
  std::vector<std::function<void()>> taken;
  if (has_requests_.load(std::memory_order_acquire)) {
    std::lock_guard lock(requests_mutex_);
    has_requests_.store(false, std::memory_order_relaxed);
    taken.swap(requests_);
  }
  return taken;
}

void Mailbox::wake() {
  // Pairs with prepare_sleep: either the receiver sees what was pushed, or we see that it sleeps.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (sleeping_.load(std::memory_order_relaxed)) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(descriptor_, &one, sizeof(one));
  }
}

bool Mailbox::prepare_sleep() {
  sleeping_.store(true, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (transfers.empty() && outgoing.empty() && lessons.empty() && unannounced.empty() &&
      !has_requests_.load(std::memory_order_relaxed)) {
    return true;
  }
  awake();
  return false;
}

void Mailbox::awake() { sleeping_.store(false, std::memory_order_relaxed); }

void Mailbox::clear_wake() {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto got = read(descriptor_, &count, sizeof(count));
}

}  // namespace augustus::worker
