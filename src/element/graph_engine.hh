// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "element/graph_plan.hh"
#include "element/source.hh"
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
  std::vector<std::pair<std::string, std::uint64_t>> drops() const override;

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
  void take_over(GraphEngine& former, std::size_t other);
  void join_sources();
  bool wants_frame(const forward::Item& item) const;
  void begin(forward::StageContext& context, const forward::Burst& run, unsigned late);
  void walk();
  void send_late();

  std::shared_ptr<const GraphPlan> plan_;
  bool takes_malformed_;
  bool takes_frames_;
  Walk walk_;
  std::vector<std::unique_ptr<Element>> elements_;
  std::vector<Source*> sources_;
  std::map<std::string, std::uint64_t> former_drops_;  ///< of elements that other graphs had
  GraphHandle graph_;
  std::vector<const rte_node*> nodes_;  ///< as plan_->nodes()
};

}  // namespace augustus::element
