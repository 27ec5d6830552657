// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "element/devices/graph_devices.hh"
#include "element/graph_set.hh"
#include "manage/access/file_folder.hh"
#include "manage/config.hh"
#include "manage/graph_access.hh"
#include "worker/router.hh"

namespace augustus {

/// The graph of elements that a router forwards by, and what its elements have outside it. Management thread;
/// outlives the router.
class RouterGraph {
 public:
  /// Reads the file that `config` names. Throws UsageError where it is wrong.
  explicit RouterGraph(const manage::Config& config);

  forward::EngineFactory factory() { return graphs_.factory(); }

  /// Opens devices; the router's ports are there. Throws std::runtime_error.
  void open(worker::Router& router) { devices_->open(router); }
  void close(worker::Router& router) { devices_->close(router); }
  /// Goes over to the graph of another file that the configuration names, or of the same one, read again. Throws
  /// std::invalid_argument, and nothing has changed then.
  void replace(worker::Router& router, const std::string& file);
  /// What commands may do, while both are there.
  manage::GraphAccess access(worker::Router& router);

 private:
  void go_over(worker::Router& router, const element::GraphDescription& graph);
  /// What a command asks for: the graph, and the files that it names, lie in the folder for that. The graph that the
  /// configuration names is read again as it was.
  void replace_by_command(worker::Router& router, const std::string& file);

  std::string file_;  ///< that the configuration names
  std::shared_ptr<const manage::FileFolder> folder_;
  std::shared_ptr<element::GraphDevices> devices_;
  element::GraphSet graphs_;
};

/// An open one; closes it at its end.
class OpenGraph {
 public:
  OpenGraph(RouterGraph& graph, worker::Router& router) : graph_(graph), router_(router) {
    graph.open(router);
  }
  ~OpenGraph() { graph_.close(router_); }
  OpenGraph(const OpenGraph&) = delete;
  OpenGraph& operator=(const OpenGraph&) = delete;

 private:
  RouterGraph& graph_;
  worker::Router& router_;
};

}  // namespace augustus
