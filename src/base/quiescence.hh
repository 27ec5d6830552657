// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace augustus {

/// Tells when no reader can still hold what a writer took out of a shared table (DPDK's RCU, quiescent-state
/// based). Readers are workers, numbered 0..readers_max-1; they report a quiescent state once a burst and go
/// offline while they sleep. All start offline. One writer thread at a time. Needs no EAL.
class Quiescence {
 public:
  explicit Quiescence(unsigned readers_max);
  /// Runs everything retired without waiting: no reader may be left.
  ~Quiescence();
  Quiescence(const Quiescence&) = delete;
  Quiescence& operator=(const Quiescence&) = delete;

  void online(unsigned reader);
  void offline(unsigned reader);
  /// The reader holds no reference to shared tables at this point.
  void quiescent(unsigned reader);

  /// Runs `reclaim` once every reader that is online now has been quiescent; at once when there is none.
  /// Writer side; what is due runs inside later calls of retire() and poll().
  void retire(std::function<void()> reclaim);
  void poll();
  /// Waits until every reader that is online now has been quiescent, whether or not anything was retired, then runs
  /// everything retired: what was taken out of a shared table before the call is nobody's any more. Never called by an
  /// online reader, nor by a reclaim.
  void drain();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace augustus
