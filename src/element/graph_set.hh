// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "element/graph_engine.hh"
#include "forward/forwarder.hh"

namespace augustus::element {

/// What one element did, in all partitions.
struct ElementFigures {
  std::string name;
  std::string element_class;
  NodeFigures nodes;
};

/// The graphs of a router's partitions, which are alike. Management thread.
class GraphSet {
 public:
  /// Runs `work` between two bursts of a partition, on the thread that owns it, and waits for it.
  using OnPartition =
      std::function<void(std::uint32_t partition, const std::function<void(forward::Forwarder&)>& work)>;

  explicit GraphSet(std::shared_ptr<const GraphPlan> plan) : plan_(std::move(plan)) {}

  /// Makes a partition's engine, for partitions in the order of their numbers; what it made is the router's,
  /// and must be there when figures are asked for.
  forward::EngineFactory factory() {
    return [this] { return make(); };
  }

  /// Makes each element once, with its devices, and none of them is kept. Throws GraphError.
  void try_out() const;

  /// In the description's order, without tables.
  std::vector<ElementFigures> figures() const;

  /// The value of "element.handler", all partitions added up. "graph.strays" is what reached an element that
  /// cannot use it, "graph.passed_by" what left without passing the sinks, for want of room in a walk. Throws
  /// std::invalid_argument with one clear line.
  std::uint64_t read(std::string_view handler) const;
  /// Sets it in all partitions, or in none. Throws the same.
  void write(std::string_view handler, std::string_view value, const OnPartition& on_partition);
  /// Every partition walks by this plan from now on; elements of the same name and class go on where they
  /// were, and no packet is lost between two walks. `before`: called when all is made and nothing has changed
  /// yet; what it throws ends the attempt.
  void replace(std::shared_ptr<const GraphPlan> plan, const OnPartition& on_partition,
               const std::function<void()>& before = {});

 private:
  struct Place {
    std::size_t element;
    std::string handler;
  };

  std::unique_ptr<forward::Engine> make();
  Place find(std::string_view handler) const;
  /// What the graph itself counts; std::nullopt: it does not count that.
  std::optional<std::uint64_t> read_of_graph(std::string_view handler) const;

  std::shared_ptr<const GraphPlan> plan_;
  std::vector<GraphEngine*> engines_;  ///< by partition
};

}  // namespace augustus::element
