// SPDX-License-Identifier: Apache-2.0
#include "worker/transport_set.hh"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <system_error>

namespace augustus::worker {
namespace {

constexpr int events_per_wait = 64;
/// A busy transport lets the others have their turn after these. Where nothing is gained by sending more at
/// once, one: a burst's packets are still in the cache when their headers are written.
constexpr unsigned bursts_per_turn = 4;
constexpr unsigned bursts_per_turn_polled = 1;

}  // namespace

struct TransportSet::Driven {
  std::unique_ptr<face::Transport> transport;
  int watched = -1;  ///< the descriptor epoll knows
  bool watched_for_write = false;
  bool readable = false;
  bool dirty = false;
  bool touched = false;
  TimeNs next_tick = 0;
};

TransportSet::TransportSet(std::uint32_t faces_max, int wake_descriptor)
    : epoll_(epoll_create1(EPOLL_CLOEXEC)),
      wake_descriptor_(wake_descriptor),
      by_face_(std::bit_ceil(faces_max), nullptr) {
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
  driven_.push_back(std::move(driven));
  look_at_all();
}

void TransportSet::bind(FaceId face, face::Transport* transport) {
  const auto found = std::find_if(driven_.begin(), driven_.end(),
                                  [&](const auto& driven) { return driven->transport.get() == transport; });
  if (found != driven_.end()) {
    by_face_[slot(face)] = found->get();
    shares_ = shares_ || transport->carries(face);
  }
}

face::Transport* TransportSet::find(FaceId face) const {
  const Driven* driven = by_face_[slot(face)];
  return driven == nullptr ? nullptr : driven->transport.get();
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
  for (Driven* driven : ready_) {
    driven->readable = false;
    packets += receive_from(*driven, bursts_per_turn);
    watch(*driven);
    touch(*driven);
  }
  ready_.clear();
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
  driven.next_tick = driven.transport->tick(now);
  watch(driven);
  if (driven.transport->finished()) {
    // Let go in the scan, which alone changes the list.
    next_scan_ = 0;
  } else {
    next_scan_ = std::min(next_scan_, driven.next_tick);
  }
}

TimeNs TransportSet::tick(TimeNs now) {
  for (Driven* driven : touched_) {
    driven->touched = false;
    tick(*driven, now);
  }
  touched_.clear();
  if (next_scan_ > now) {
    return next_scan_;
  }
  next_scan_ = time_never;
  for (std::size_t i = 0; i < driven_.size();) {
    Driven& driven = *driven_[i];
    if (driven.next_tick <= now) {
      driven.next_tick = driven.transport->tick(now);
      watch(driven);
    }
    if (driven.transport->finished()) {
      forget(driven);
      std::swap(driven_[i], driven_.back());
      driven_.pop_back();
      continue;
    }
    next_scan_ = std::min(next_scan_, driven.next_tick);
    ++i;
  }
  return next_scan_;
}

void TransportSet::tick_all(TimeNs now) {
  for (const auto& driven : driven_) {
    driven->next_tick = 0;
  }
  next_scan_ = 0;
  tick(now);
}

void TransportSet::forget(Driven& driven) {
  if (driven.watched >= 0) {
    epoll_ctl(epoll_, EPOLL_CTL_DEL, driven.watched, nullptr);
  }
  std::replace(by_face_.begin(), by_face_.end(), &driven, static_cast<Driven*>(nullptr));
  for (auto* list : {&ready_, &polled_, &dirty_, &touched_}) {
    std::erase(*list, &driven);
  }
}

}  // namespace augustus::worker
