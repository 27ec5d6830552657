// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "element/graph_plan.hh"
#include "element/walk.hh"
#include "forward/engine.hh"

namespace augustus::element {

/// What one node did, as the graph library counts it.
struct NodeFigures {
  std::uint64_t visits = 0;
  std::uint64_t packets = 0;
  std::uint64_t cycles = 0;  ///< of the time stamp counter
};

/// One partition's graph: its elements, and the walks through them. Made on the management thread.
class GraphEngine final : public forward::Engine {
 public:
  explicit GraphEngine(std::shared_ptr<const GraphPlan> plan);

  void run(forward::StageContext& context, const forward::Burst& run) override;
  void flush(forward::StageContext& context) override;
  forward::Egress& egress(forward::Egress& outside) override;
  bool take_malformed(forward::StageContext& context, rte_mbuf* packet) override;

  const GraphPlan& plan() const { return *plan_; }
  /// nullptr: a table.
  Element* element(std::size_t index) { return elements_[index].get(); }
  /// All nodes of an element together; any thread.
  NodeFigures figures(std::size_t element) const;
  std::uint64_t strays() const { return walk_.strays.value(); }
  std::uint64_t passed_by() const { return walk_.departures.passed_by(); }

  /// Before this replaces `former`: elements of the same name and class go on where those were.
  void take_over(GraphEngine& former);

 private:
  void join_sources();
  void begin(forward::StageContext& context, const forward::Burst& run, unsigned late);
  void walk();
  void send_late();

  std::shared_ptr<const GraphPlan> plan_;
  bool takes_malformed_;
  Walk walk_;
  std::vector<std::unique_ptr<Element>> elements_;
  GraphHandle graph_;
  std::vector<const rte_node*> nodes_;  ///< as plan_->nodes()
};

}  // namespace augustus::element
