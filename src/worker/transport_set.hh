// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "face/transport.hh"

namespace augustus::worker {

/// The transports one thread drives: waits for their descriptors, finds a Face's transport, flushes those
/// that have something queued.
class TransportSet {
 public:
  /// `wake_descriptor` ends a wait when it becomes readable. Throws std::system_error.
  TransportSet(std::uint32_t faces_max, int wake_descriptor);
  ~TransportSet();
  TransportSet(const TransportSet&) = delete;
  TransportSet& operator=(const TransportSet&) = delete;

  /// Readable when some transport or the wake descriptor is: lets another event loop wait for this set.
  int descriptor() const { return epoll_; }

  /// Takes the transport; flushes and timers begin at once.
  void add(std::unique_ptr<face::Transport> transport);
  /// The Face is reached through this transport (which was added) from now on.
  void bind(FaceId face, face::Transport* transport);
  /// The Face's transport; nullptr when this thread has none for it.
  face::Transport* find(FaceId face) const;

  /// Closes the Face; the next tick lets its transport go if that ends with it. False: this thread has none
  /// for it.
  bool close_face(FaceId face);

  /// Waits up to `timeout_ns` for input (0: only looks) and remembers who is ready. True when the wake
  /// descriptor was among them.
  bool wait(TimeNs timeout_ns, TimeNs now);
  /// Receives from every transport that is ready or must be polled. Returns the number of packets.
  unsigned receive(face::Ingress& ingress, TimeNs now);
  /// Queues on the Face's transport, taking the reference; false when there is none (nothing was taken).
  bool send(const forward::Outgoing& outgoing, TimeNs now) { return send({&outgoing, 1}, now) == 1; }
  /// The same for several to one Face; returns how many were taken: all or none.
  std::size_t send(std::span<const forward::Outgoing> outgoing, TimeNs now);
  /// The same for a Face of another thread, where a transport of this one carries it too.
  bool send_shared(std::span<const forward::Outgoing> outgoing, TimeNs now) {
    return takes_shared(outgoing.front().face) && send(outgoing, now) != 0;
  }
  bool takes_shared(FaceId face) const { return shares_ && carries(face); }
  void flush(TimeNs now);
  /// Runs due timers and lets finished transports go; returns when to call again. Looks at transports that
  /// sent, received, or were given or lost a Face since, and at all timers when some is due or look_at_all()
  /// was called.
  TimeNs tick(TimeNs now);
  void look_at_all() { next_scan_ = 0; }
  /// Runs every transport's timers, due or not: they take up changed settings of their Faces.
  void tick_all(TimeNs now);

  bool any_polled() const { return !polled_.empty(); }

 private:
  struct Driven;
  /// Slots that one transport is bound to are a list.
  struct Neighbours {
    std::uint32_t before;
    std::uint32_t after;
  };
  static constexpr std::uint32_t no_slot = ~std::uint32_t{0};

  bool carries(FaceId face) const;
  void unbind(std::uint32_t slot);
  void watch(Driven& driven);
  void touch(Driven& driven);
  void let_go(Driven& driven);  ///< in a tick, when nobody is touched
  void tick_due(TimeNs now);
  void tick(Driven& driven, TimeNs now);
  std::uint32_t slot(FaceId face) const { return face & static_cast<std::uint32_t>(by_face_.size() - 1); }

  int epoll_;
  int wake_descriptor_;
  std::vector<std::unique_ptr<Driven>> driven_;
  std::vector<TimeNs> due_;  ///< of driven_, by position: when to tick it; apart, to be looked at quickly
  std::unordered_map<const face::Transport*, Driven*> by_transport_;
  std::vector<Driven*> ready_;    ///< the descriptor has input
  std::vector<Driven*> polled_;   ///< without a descriptor: asked every turn
  std::vector<Driven*> dirty_;    ///< has something to flush
  std::vector<Driven*> touched_;  ///< for the next tick to look at
  std::vector<Driven*> gone_;     ///< finished; empty between ticks
  bool shares_ = false;           ///< some transport carries Faces of other threads
  TimeNs next_scan_ = 0;
  std::vector<Driven*> by_face_;
  std::vector<Neighbours> neighbours_;  ///< of by_face_, of slots that are bound
};

}  // namespace augustus::worker
