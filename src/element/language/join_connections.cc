// SPDX-License-Identifier: Apache-2.0
#include "element/language/join_connections.hh"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "element/language/limits.hh"

namespace augustus::element {
namespace {

using Port = std::pair<std::size_t, unsigned>;  ///< of a node

class Joiner {
 public:
  Joiner(const std::vector<Connection>& connections, const std::vector<ElementDeclaration>& nodes,
         const std::vector<bool>& real, const SourceFile& file)
      : connections_(connections), nodes_(nodes), real_(real), file_(file) {}

  std::vector<Connection> join() {
    std::set<Port> entered;
    for (const Connection& connection : connections_) {
      if (!real_[connection.from]) {
        onward_[{connection.from, connection.from_port}].push_back(&connection);
      }
      entered.emplace(connection.to, connection.to_port);
    }
    for (const auto& [port, connections] : onward_) {
      if (!entered.contains(port)) {
        file_.fail(connections.front()->at,
                   fmt::format("nothing is connected to port {} of {}, where this begins", port.second,
                               shown(port.first)));
      }
    }
    for (const Connection& connection : connections_) {
      if (real_[connection.from]) {
        follow(connection);
      }
    }
    return std::move(joined_);
  }

 private:
  std::string shown(std::size_t node) const {
    return nodes_[node].name.empty() ? "the group" : "'" + nodes_[node].name + "'";
  }

  // From a real node through the others to all real ones that it reaches, in the order of the file.
  void follow(const Connection& begin) {
    std::set<Port> passed;
    std::vector<const Connection*> waiting = {&begin};
    while (!waiting.empty()) {
      const Connection& connection = *waiting.back();
      waiting.pop_back();
      if (++steps_ > 8 * max_graph_connections) {
        file_.fail(begin.at, "too many connections through groups and compound elements");
      }
      if (real_[connection.to]) {
        add({begin.from, begin.from_port, connection.to, connection.to_port, begin.at});
        continue;
      }
      const Port port(connection.to, connection.to_port);
      const auto onward = onward_.find(port);
      if (onward == onward_.end()) {
        file_.fail(connection.at, fmt::format("port {} of {} goes nowhere", port.second, shown(port.first)));
      }
      if (passed.insert(port).second) {
        waiting.insert(waiting.end(), onward->second.rbegin(), onward->second.rend());
      }
    }
  }

  void add(const Connection& connection) {
    if (!known_.emplace(connection.from, connection.from_port, connection.to, connection.to_port).second) {
      return;
    }
    if (joined_.size() == max_graph_connections) {
      file_.fail(connection.at, fmt::format("more than {} connections", max_graph_connections));
    }
    joined_.push_back(connection);
  }

  const std::vector<Connection>& connections_;
  const std::vector<ElementDeclaration>& nodes_;
  const std::vector<bool>& real_;
  const SourceFile& file_;
  std::map<Port, std::vector<const Connection*>> onward_;
  std::set<std::tuple<std::size_t, unsigned, std::size_t, unsigned>> known_;
  std::vector<Connection> joined_;
  std::size_t steps_ = 0;
};

}  // namespace

std::vector<Connection> join_connections(const std::vector<Connection>& connections,
                                         const std::vector<ElementDeclaration>& nodes,
                                         const std::vector<bool>& real, const SourceFile& file) {
  return Joiner(connections, nodes, real, file).join();
}

}  // namespace augustus::element
