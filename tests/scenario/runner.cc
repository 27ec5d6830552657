// SPDX-License-Identifier: Apache-2.0
#include "scenario/runner.hh"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "scenario/packet_codec.hh"

namespace augustus::scenario {
namespace {

class Runner {
 public:
  Runner(const Scenario& scenario, Driver& driver) : scenario_(scenario), driver_(driver) {}

  std::vector<std::string> run() {
    for (const auto& step : scenario_.steps) {
      line_ = step.line;
      std::visit([this](const auto& action) { perform(action); }, step.action);
    }
    ++line_;
    perform(ExpectNothing{});
    if (const auto problem = driver_.finish(); problem) {
      fail(*problem);
    }
    return failures_;
  }

 private:
  void perform(const AddFace& action) {
    faces_.insert(action.face);
    driver_.add_face(action);
  }
  void perform(const SetFaceState& action) { driver_.set_face_state(action); }
  void perform(const SetRoute& action) { driver_.set_route(action); }
  void perform(const SetStrategy& action) { driver_.set_strategy(action); }
  void perform(const SetCapacity& action) { driver_.set_capacity(action.packets); }
  void perform(const Advance& action) { driver_.advance(action.milliseconds); }

  void perform(const Send& action) {
    std::vector<std::pair<unsigned, Packet>> burst;
    for (const auto& spec : action.packets) {
      burst.emplace_back(spec.face, encode(spec, memory_));
    }
    driver_.send(burst);
  }

  void perform(const Expect& action) {
    const auto face = action.packet.face;
    collect(face);
    auto& sent = sent_[face];
    if (sent.empty()) {
      fail(fmt::format("face {} sent nothing", face));
      return;
    }
    const auto packet = driver_.keeps_order() ? sent.begin() : first_match(sent, action.packet);
    if (const auto difference = differs(*packet, action.packet, memory_); difference) {
      fail(fmt::format("face {} sent another packet ({}): {}", face, *difference, describe(*packet)));
    }
    sent.erase(packet);
  }

  void perform(const ExpectNothing&) {
    for (const auto face : faces_) {
      collect(face);
      for (const auto& packet : sent_[face]) {
        fail(fmt::format("face {} sent, unexpected: {}", face, describe(packet)));
      }
      sent_[face].clear();
    }
  }

  void collect(unsigned face) {
    while (auto packet = driver_.take(face)) {
      sent_[face].push_back(std::move(*packet));
    }
  }

  /// The first that is as expected, or else the first.
  std::deque<Packet>::iterator first_match(std::deque<Packet>& sent, const PacketSpec& expected) const {
    const auto found = std::find_if(sent.begin(), sent.end(), [&](const Packet& packet) {
      Memory memory = memory_;
      return !differs(packet, expected, memory);
    });
    return found != sent.end() ? found : sent.begin();
  }

  void perform(const ExpectCounter& action) {
    const auto value = driver_.counter(action.name);
    if (value != action.value) {
      fail(fmt::format("counter {} is {}, not {}", action.name, value, action.value));
    }
  }

  void fail(const std::string& what) {
    failures_.push_back(fmt::format("{}:{}: {}", scenario_.name, line_, what));
  }

  const Scenario& scenario_;
  Driver& driver_;
  Memory memory_;
  std::set<unsigned> faces_;
  std::map<unsigned, std::deque<Packet>> sent_;  ///< by the router, and not expected yet
  std::vector<std::string> failures_;
  unsigned line_ = 0;
};

}  // namespace

std::vector<std::string> run_scenario(const Scenario& scenario, Driver& driver) {
  return Runner(scenario, driver).run();
}

}  // namespace augustus::scenario
