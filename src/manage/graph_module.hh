// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "manage/dispatcher.hh"
#include "manage/graph_access.hh"

namespace augustus::manage {

/// augustus-graph/read, augustus-graph/write and augustus-graph/replace, a module of this router alone: the
/// elements of a modular router while it runs (docs/elements.md). Without a graph all of them answer 501.
class GraphModule {
 public:
  explicit GraphModule(Dispatcher& dispatcher);

  void on_graph(GraphAccess access) { access_ = std::move(access); }

 private:
  ControlResponse read(const ControlParameters& parameters);
  ControlResponse write(const ControlParameters& parameters);
  ControlResponse replace(const ControlParameters& parameters);
  /// Runs `work` and turns what it throws into a response.
  template <typename Work>
  ControlResponse with_graph(Work&& work);

  std::optional<GraphAccess> access_;
};

}  // namespace augustus::manage
