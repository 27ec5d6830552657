// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/held_clock.hh"
#include "scenario/driver.hh"
#include "scenario/router/face_ends.hh"
#include "scenario/router/link_codec.hh"
#include "worker/router.hh"

namespace augustus::scenario {

/// A whole router with its threads, whose Faces' far ends are held here. Its clock is held: time passes by
/// advance() alone. After each call everything that follows from it has happened: the router has read what
/// was sent, its threads have nothing left to hand to one another, and what it sent has arrived.
class RouterDriver final : public Driver {
 public:
  using MakeEnds = std::function<std::unique_ptr<FaceEnds>(worker::Router& router, unsigned workers)>;

  RouterDriver(const Scenario& scenario, unsigned workers, unsigned dispatchers, const MakeEnds& make_ends,
               const forward::EngineFactory& engine = {});
  ~RouterDriver() override;

  /// From now on each partition moves to the next worker after every statement.
  void keep_moving() { moving_ = true; }

  void add_face(const AddFace& face) override;
  void set_face_state(const SetFaceState& state) override;
  void set_route(const SetRoute& route) override;
  void set_strategy(const SetStrategy& strategy) override;
  void send(const std::vector<std::pair<unsigned, Packet>>& burst) override;
  std::optional<Packet> take(unsigned face) override;
  /// Several threads send on one Face in any order.
  bool keeps_order() const override { return workers_ + dispatchers_ == 1; }
  void set_capacity(std::uint64_t packets) override;
  void advance(std::uint64_t milliseconds) override;
  std::uint64_t counter(const std::string& name) override;
  std::optional<std::string> finish() override;

 private:
  struct Face {
    FaceId id = face_id_none;  ///< none: it is gone
    std::unique_ptr<FaceEnd> end;
    LinkCodec codec;
    std::deque<Packet> inbox;
  };

  FaceId id_of(unsigned face) const;
  bool has_read_all() const;
  bool has_arrived_all();
  void let_threads_finish();
  void settle();
  void move_partitions();
  void advance_in_steps(std::uint64_t milliseconds, std::uint64_t step);

  HeldClock clock_;
  unsigned workers_;
  unsigned dispatchers_;
  bool moving_ = false;
  unsigned moves_ = 0;
  std::unique_ptr<FaceEnds> ends_;
  std::unique_ptr<worker::Router> router_;
  std::map<unsigned, Face> faces_;
  std::uint64_t buffers_of_transports_ = 0;
  std::uint64_t announced_ = 0;
  std::uint64_t withdrawn_ = 0;
};

}  // namespace augustus::scenario
