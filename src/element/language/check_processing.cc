// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <set>
#include <utility>

#include "element/language/graph_checks.hh"
#include "element/language/port_codes.hh"
#include "element/language/processing.hh"

namespace augustus::element {
namespace {

class Processing {
 public:
  explicit Processing(const GraphChecks& checks)
      : checks_(checks), either_(checks.graph.elements.size(), 'a'), ends_(checks.graph.elements.size()) {}

  std::vector<bool> find() {
    const auto& connections = checks_.graph.connections;
    for (std::size_t index = 0; index < connections.size(); ++index) {
      ends_[connections[index].from].push_back(index);
      ends_[connections[index].to].push_back(index);
    }
    for (const Connection& connection : connections) {
      settle(connection);
      spread();
    }
    std::vector<bool> pull;
    for (const Connection& connection : connections) {
      pull.push_back(output_of(connection) == 'l');
    }
    return pull;
  }

 private:
  char code(std::size_t element, char declared) const {
    return declared == 'a' ? either_[element] : declared;
  }
  char output_of(const Connection& connection) const {
    return code(connection.from,
                PortCodes(checks_.classes[connection.from]->processing).output(connection.from_port));
  }
  char input_of(const Connection& connection) const {
    return code(connection.to,
                PortCodes(checks_.classes[connection.to]->processing).input(connection.to_port));
  }

  // Where one end is known and the other can be either, it becomes the same, with all such ports of its
  // element.
  void settle(const Connection& connection) {
    const char output = output_of(connection);
    const char input = input_of(connection);
    if (output == input) {
      return;
    }
    if (output != 'a' && input != 'a') {
      const auto name = [](char code) { return code == 'h' ? "push" : "pull"; };
      checks_.fail(connection.at,
                   fmt::format("{} output {} of {} meets {} input {} of {}{}", name(output),
                               connection.from_port, checks_.shown(connection.from), name(input),
                               connection.to_port, checks_.shown(connection.to),
                               output == 'h' ? ": put a Queue between" : ": put an Unqueue between"));
    }
    const std::size_t changed = output == 'a' ? connection.from : connection.to;
    either_[changed] = output == 'a' ? input : output;
    waiting_.push_back(changed);
  }

  void spread() {
    while (!waiting_.empty()) {
      const std::size_t element = waiting_.back();
      waiting_.pop_back();
      for (const std::size_t connection : ends_[element]) {
        settle(checks_.graph.connections[connection]);
      }
    }
  }

  const GraphChecks& checks_;
  std::vector<char> either_;                    ///< of each element what its ports of code a are
  std::vector<std::vector<std::size_t>> ends_;  ///< the connections of each element
  std::vector<std::size_t> waiting_;
};

}  // namespace

std::vector<bool> pull_connections(const GraphChecks& checks) {
  return Processing(checks).find();
}

void GraphChecks::check_processing() const {
  const std::vector<bool> pull = pull_connections(*this);
  std::set<std::pair<std::size_t, unsigned>> outputs_seen;
  std::set<std::pair<std::size_t, unsigned>> inputs_seen;
  for (std::size_t index = 0; index < pull.size(); ++index) {
    const Connection& connection = graph.connections[index];
    const bool new_output = outputs_seen.emplace(connection.from, connection.from_port).second;
    const bool new_input = inputs_seen.emplace(connection.to, connection.to_port).second;
    if (!pull[index] && !new_output) {
      fail(connection.at, fmt::format("output {} of {} is connected twice: a Tee sends packets two ways",
                                      connection.from_port, shown(connection.from)));
    }
    if (pull[index] && !new_input) {
      fail(connection.at, fmt::format("input {} of {} is connected twice, and it pulls packets",
                                      connection.to_port, shown(connection.to)));
    }
  }
}

}  // namespace augustus::element
