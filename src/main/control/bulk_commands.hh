// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "main/client/client.hh"
#include "manage/codec/control_parameters.hh"

namespace augustus::control {

/// Gives a router many commands of one kind, a window of them under way at once, each signed on its own. One
/// that is not answered is given again a few times. A router that wants each later than the one before (NFD)
/// gets them as fast as milliseconds pass once it has refused one for that.
class BulkCommands {
 public:
  /// Below the number of packets that a Face of the router queues for a slow reader.
  static constexpr std::size_t window = 256;
  static constexpr unsigned attempts_max = 4;

  /// Called for each command once it is decided; `failure` is empty when it succeeded.
  using Outcome = std::function<void(const std::string& failure)>;

  BulkCommands(client::Client& client, std::string module, std::string verb)
      : client_(client), module_(std::move(module)), verb_(std::move(verb)) {}

  /// Gives the command, after waiting until there is room in the window. Throws Interrupted on a signal to
  /// end, std::runtime_error when the connection is lost.
  void give(manage::ControlParameters parameters, Outcome outcome);
  /// Waits until all are decided.
  void finish();

 private:
  void wait_for(std::size_t under_way);
  void wait_for_clock();
  void express(manage::ControlParameters parameters, Outcome outcome, unsigned attempt);
  /// The same as soon as its signature's time is a new one.
  void express_later(manage::ControlParameters parameters, Outcome outcome, unsigned attempt);

  client::Client& client_;
  std::string module_;
  std::string verb_;
  std::size_t under_way_ = 0;
  bool at_clock_pace_ = false;
};

}  // namespace augustus::control
