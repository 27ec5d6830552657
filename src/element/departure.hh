// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/counter.hh"
#include "forward/egress.hh"

namespace augustus::element {

/// A packet that a stage sent, on its way to a sink of the graph. Owns one reference to `outgoing.packet`.
struct Departure {
  forward::Outgoing outgoing;
  bool announce = false;  ///< leaves by Egress::announce
};

/// What the stages of one graph send during a walk, in order. What is not a packet for a Face goes straight
/// on, and so do packets beyond what fits: they pass by the elements, counted.
class Departures final : public forward::Egress {
 public:
  static constexpr unsigned departures_max = 1024;

  void leave_by(forward::Egress& outside) { outside_ = &outside; }
  forward::Egress& outside() { return *outside_; }

  unsigned count() const { return count_; }
  Departure& operator[](unsigned index) { return (*slots_)[index]; }
  void clear() { count_ = 0; }
  std::uint64_t passed_by() const { return passed_by_.value(); }
  void count_passed_by(std::uint64_t count) { passed_by_.add(count); }

  /// A slot to fill in; nullptr when there is none left.
  Departure* add() { return count_ == departures_max ? nullptr : &(*slots_)[count_++]; }

  void send(const forward::Outgoing& outgoing) override {
    if (count_ == departures_max) [[unlikely]] {
      passed_by_.add();
      outside_->send(outgoing);
      return;
    }
    Departure& departure = (*slots_)[count_++];
    copy_fields(departure.outgoing, outgoing);
    departure.announce = false;
  }
  void announce(const forward::Outgoing& outgoing) override {
    if (count_ == departures_max) {
      passed_by_.add();
      outside_->announce(outgoing);
      return;
    }
    send(outgoing);
    (*slots_)[count_ - 1].announce = true;
  }
  void transfer(const forward::Transfer& transfer) override { outside_->transfer(transfer); }
  void learned(const forward::RouteLesson& lesson) override { outside_->learned(lesson); }

 private:
  std::unique_ptr<std::array<Departure, departures_max>> slots_ =
      std::make_unique<std::array<Departure, departures_max>>();
  unsigned count_ = 0;
  forward::Egress* outside_ = nullptr;
  Counter passed_by_;
};

}  // namespace augustus::element
