// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "scenario/router/face_ends.hh"
#include "wire/name.hh"
#include "worker/router.hh"

namespace augustus::scenario {

/// Consumers that keep a number of Interests outstanding and producers that answer each, around a router that
/// runs in real time. Every exchange has a name of its own; one in eight asks with CanBePrefix for Data of a
/// longer name. Checks that each Interest is answered once, by the Data that was meant.
class ExchangeTraffic {
 public:
  static constexpr unsigned outstanding_max = 64;

  /// Two consumers and two producers, whose prefixes get routes.
  ExchangeTraffic(worker::Router& router, FaceEnds& ends);

  /// Goes on until this many Interests were answered; calls `meanwhile` now and then. Throws
  /// std::runtime_error when answers stay away.
  template <typename Meanwhile>
  void run(std::uint64_t exchanges, Meanwhile&& meanwhile) {
    const std::uint64_t goal = answered_ + exchanges;
    while (answered_ < goal) {
      turn(goal - answered_);
      meanwhile();
    }
    finish();
  }
  /// Asks again for what was asked for since the start, and expects it of the content store.
  void ask_again(std::uint64_t exchanges);

  std::uint64_t answered() const { return answered_; }
  std::uint64_t produced() const { return produced_; }      ///< Interests that reached a producer
  std::uint64_t duplicates() const { return duplicates_; }  ///< Data that nobody waited for

 private:
  void turn(std::uint64_t wanted);
  void finish();
  void ask(std::uint64_t number);
  void answer_all();
  void take_all();

  worker::Router& router_;
  std::vector<MadeFace> consumers_;
  std::vector<MadeFace> producers_;
  std::map<wire::Name, std::vector<std::uint8_t>> outstanding_;  ///< name of the Data, its content
  std::uint64_t next_ = 0;
  std::uint64_t answered_ = 0;
  std::uint64_t produced_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace augustus::scenario
