// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "element/language/graph_checks.hh"
#include "element/language/port_codes.hh"

namespace augustus::element {
namespace {

using Input = std::pair<std::size_t, unsigned>;  ///< an element and its port

// From input to input, along the ports between which packets go, in depth first order without recursion.
class LoopFinder {
 public:
  explicit LoopFinder(const GraphChecks& checks) : checks_(checks) {
    for (const Connection& connection : checks.graph.connections) {
      leaving_[connection.from].push_back(&connection);
    }
  }

  void find() {
    // From the sources first, so that a loop is told from where packets come into it.
    for (const bool source : {true, false}) {
      for (const Connection& connection : checks_.graph.connections) {
        if ((checks_.inputs[connection.from] == 0) == source) {
          find_from({connection.to, connection.to_port});
        }
      }
    }
  }

 private:
  enum class State { unknown, on_path, done };
  struct Step {
    Input input;
    std::size_t next = 0;  ///< among the connections that leave the element
  };

  void find_from(Input start) {
    if (states_[start] != State::unknown) {
      return;
    }
    enter(start);
    while (!path_.empty()) {
      step();
    }
  }

  void enter(Input input) {
    states_[input] = State::on_path;
    path_.push_back({input});
  }

  void step() {
    Step& here = path_.back();
    const auto& leaving = leaving_[here.input.first];
    if (here.next == leaving.size()) {
      states_[here.input] = State::done;
      path_.pop_back();
      return;
    }
    const Connection& connection = *leaving[here.next++];
    const PortCodes flow(checks_.classes[connection.from]->flow);
    if (!flow.flows(here.input.second, connection.from_port)) {
      return;
    }
    const Input next(connection.to, connection.to_port);
    if (states_[next] == State::on_path) {
      fail(next, connection);
    }
    if (states_[next] == State::unknown) {
      enter(next);
    }
  }

  [[noreturn]] void fail(Input closed, const Connection& connection) const {
    constexpr std::size_t shown = 8;
    const auto begin = std::ranges::find(path_, closed, &Step::input);
    std::string text;
    for (auto step = begin; step != path_.end(); ++step) {
      if (step - begin == shown && path_.end() - step > 1) {
        text += "... -> ";
        break;
      }
      text += checks_.graph.elements[step->input.first].name + " -> ";
    }
    checks_.fail(connection.at, fmt::format("a packet could go round for ever: {}{}", text,
                                            checks_.graph.elements[closed.first].name));
  }

  const GraphChecks& checks_;
  std::map<std::size_t, std::vector<const Connection*>> leaving_;
  std::map<Input, State> states_;
  std::vector<Step> path_;
};

}  // namespace

void GraphChecks::check_loops() const {
  LoopFinder(*this).find();
}

}  // namespace augustus::element
