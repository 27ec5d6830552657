// SPDX-License-Identifier: Apache-2.0
#include "worker/transport_set.hh"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <system_error>
#include <utility>

namespace augustus::worker {
namespace {

constexpr int events_per_wait = 64;
/// A busy transport lets the others have their turn after these; with many that are busy, after one. Where nothing is gained
/// by sending more at once, one: a burst's packets are still in the cache when their headers are written.
constexpr unsigned bursts_per_turn = 4;
constexpr unsigned bursts_of_all_per_turn = 16;
/// After so many packets those that were not heard yet wait for the next turn: what all of them send on holds buffers until it
/// ends, and timers, management and the SSD have their part in each.
constexpr unsigned packets_per_turn = 1024;
constexpr unsigned bursts_per_turn_polled = 1;

}  // namespace

struct TransportSet::Driven {
  std::unique_ptr<face::Transport> transport;
  int watched = -1;  ///< the descriptor epoll knows
  bool watched_for_write = false;
  bool readable = false;
  bool dirty = false;
  bool touched = false;
  std::size_t position = 0;            ///< in driven_
  std::uint32_t first_slot = no_slot;  ///< of those bound to it
};

TransportSet::TransportSet(std::uint32_t faces_max, int wake_descriptor)
    : epoll_(epoll_create1(EPOLL_CLOEXEC)),
      wake_descriptor_(wake_descriptor),
      by_face_(std::bit_ceil(faces_max), nullptr),
      neighbours_(by_face_.size()) {
  if (epoll_ < 0) {
    throw std::system_error(errno, std::generic_category(), "epoll");
  }
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = nullptr;
  if (epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_descriptor_, &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll");
  }
}

TransportSet::~TransportSet() {
  driven_.clear();
  close(epoll_);
}

void TransportSet::add(std::unique_ptr<face::Transport> transport) {
  auto driven = std::make_unique<Driven>();
  driven->transport = std::move(transport);
  if (driven->transport->polled()) {
    polled_.push_back(driven.get());
  }
  watch(*driven);
  touch(*driven);
  driven->position = driven_.size();
  by_transport_.emplace(driven->transport.get(), driven.get());
  due_.push_back(0);
  driven_.push_back(std::move(driven));
}

void TransportSet::bind(FaceId face, face::Transport* transport) {
  const auto found = by_transport_.find(transport);
  if (found == by_transport_.end()) {
    return;
  }
  Driven& driven = *found->second;
  const std::uint32_t at = slot(face);
  unbind(at);
  by_face_[at] = &driven;
  neighbours_[at] = {.before = no_slot, .after = driven.first_slot};
  if (driven.first_slot != no_slot) {
    neighbours_[driven.first_slot].before = at;
  }
  driven.first_slot = at;
  touch(driven);
  shares_ = shares_ || transport->carries(face);
}

void TransportSet::unbind(std::uint32_t slot) {
  Driven* const driven = std::exchange(by_face_[slot], nullptr);
  if (driven == nullptr) {
    return;
  }
  const auto [before, after] = neighbours_[slot];
  (before == no_slot ? driven->first_slot : neighbours_[before].after) = after;
  if (after != no_slot) {
    neighbours_[after].before = before;
  }
}

face::Transport* TransportSet::find(FaceId face) const {
  const Driven* driven = by_face_[slot(face)];
  return driven == nullptr ? nullptr : driven->transport.get();
}

bool TransportSet::close_face(FaceId face) {
  Driven* const driven = by_face_[slot(face)];
  if (driven == nullptr) {
    return false;
  }
  driven->transport->close_face(face);
  touch(*driven);
  return true;
}

void TransportSet::watch(Driven& driven) {
  const int descriptor = driven.transport->descriptor();
  const bool for_write = driven.transport->wants_write();
  if (descriptor == driven.watched && for_write == driven.watched_for_write) {
    return;
  }
  epoll_event event{};
  event.events = EPOLLIN | (for_write ? EPOLLOUT : 0u);
  event.data.ptr = &driven;
  if (descriptor != driven.watched) {
    // A descriptor the transport has closed is out of the epoll set already.
    if (driven.watched >= 0) {
      epoll_ctl(epoll_, EPOLL_CTL_DEL, driven.watched, nullptr);
    }
    if (descriptor >= 0) {
      epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event);
    }
  } else if (descriptor >= 0) {
    epoll_ctl(epoll_, EPOLL_CTL_MOD, descriptor, &event);
  }
  driven.watched = descriptor;
  driven.watched_for_write = for_write;
}

bool TransportSet::wait(TimeNs timeout_ns, TimeNs now) {
  std::array<epoll_event, events_per_wait> events;
  const timespec timeout{static_cast<time_t>(timeout_ns / nanoseconds_per_second),
                         static_cast<long>(timeout_ns % nanoseconds_per_second)};
  const int count = epoll_pwait2(epoll_, events.data(), events_per_wait, &timeout, nullptr);
  bool woken = false;
  for (int i = 0; i < count; ++i) {
    auto* driven = static_cast<Driven*>(events[i].data.ptr);
    if (driven == nullptr) {
      woken = true;
      continue;
    }
    if ((events[i].events & EPOLLOUT) != 0) {
      driven->transport->writable(now);
      watch(*driven);
      touch(*driven);
    }
    // An error or hang-up shows itself to the transport when it reads.
    if ((events[i].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0) {
      if (!driven->readable) {
        driven->readable = true;
        ready_.push_back(driven);
      }
    }
  }
  return woken;
}

unsigned TransportSet::receive(face::Ingress& ingress, TimeNs now) {
  const auto receive_from = [&](Driven& driven, unsigned bursts) {
    unsigned packets = 0;
    for (unsigned burst = 0; burst < bursts; ++burst) {
      const unsigned received = driven.transport->receive(ingress, now);
      packets += received;
      if (received == 0) {
        break;
      }
    }
    return packets;
  };

  unsigned packets = 0;
  for (Driven* driven : polled_) {
    packets += receive_from(*driven, bursts_per_turn_polled);
    touch(*driven);
  }
  const auto others = static_cast<unsigned>(std::max<std::size_t>(ready_.size(), 1));
  const unsigned bursts = std::clamp(bursts_of_all_per_turn / others, 1u, bursts_per_turn);
  std::size_t heard = 0;
  while (heard < ready_.size() && packets < packets_per_turn) {
    Driven* const driven = ready_[heard++];
    driven->readable = false;
    packets += receive_from(*driven, bursts);
    // What has ended is work, too: it is let go in this turn, as its descriptor would wake the thread again and again.
    packets += driven->transport->finished() ? 1 : 0;
    watch(*driven);
    touch(*driven);
  }
  ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(heard));
  return packets;
}

void TransportSet::touch(Driven& driven) {
  if (!driven.touched) {
    driven.touched = true;
    touched_.push_back(&driven);
  }
}

std::size_t TransportSet::send(std::span<const forward::Outgoing> outgoing, TimeNs now) {
  Driven* driven = by_face_[slot(outgoing.front().face)];
  if (driven == nullptr) {
    return 0;
  }
  if (!driven->dirty) {
    driven->dirty = true;
    dirty_.push_back(driven);
  }
  driven->transport->send_burst(outgoing, now);
  return outgoing.size();
}

bool TransportSet::carries(FaceId face) const {
  const Driven* driven = by_face_[slot(face)];
  return driven != nullptr && driven->transport->carries(face);
}

void TransportSet::flush(TimeNs now) {
  for (Driven* driven : dirty_) {
    driven->dirty = false;
    driven->transport->flush(now);
    watch(*driven);
    touch(*driven);
  }
  dirty_.clear();
}

void TransportSet::tick(Driven& driven, TimeNs now) {
  TimeNs due = driven.transport->tick(now);
  watch(driven);
  if (driven.transport->finished()) {
    gone_.push_back(&driven);
    due = time_never;
  }
  due_[driven.position] = due;
  next_scan_ = std::min(next_scan_, due);
}

TimeNs TransportSet::tick(TimeNs now) {
  for (Driven* driven : touched_) {
    driven->touched = false;
    tick(*driven, now);
  }
  touched_.clear();
  if (next_scan_ <= now) {
    tick_due(now);
  }
  for (Driven* driven : gone_) {
    let_go(*driven);
  }
  gone_.clear();
  return next_scan_;
}

void TransportSet::tick_due(TimeNs now) {
  next_scan_ = time_never;
  for (std::size_t i = 0; i < due_.size(); ++i) {
    if (due_[i] <= now) {
      tick(*driven_[i], now);
    } else {
      next_scan_ = std::min(next_scan_, due_[i]);
    }
  }
}

void TransportSet::tick_all(TimeNs now) {
  std::fill(due_.begin(), due_.end(), 0);
  next_scan_ = 0;
  tick(now);
}

void TransportSet::let_go(Driven& driven) {
  if (driven.watched >= 0) {
    epoll_ctl(epoll_, EPOLL_CTL_DEL, driven.watched, nullptr);
  }
  while (driven.first_slot != no_slot) {
    unbind(driven.first_slot);
  }
  if (driven.readable) {
    std::erase(ready_, &driven);
  }
  if (driven.dirty) {
    std::erase(dirty_, &driven);
  }
  std::erase(polled_, &driven);
  by_transport_.erase(driven.transport.get());
  const std::size_t position = driven.position;
  driven_.back()->position = position;
  due_[position] = due_.back();
  due_.pop_back();
  std::swap(driven_[position], driven_.back());
  driven_.pop_back();
}

}  // namespace augustus::worker
