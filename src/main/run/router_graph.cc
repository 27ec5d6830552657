// SPDX-License-Identifier: Apache-2.0
#include "main/run/router_graph.hh"

#include <stdexcept>
#include <vector>

#include "base/log.hh"
#include "element/language/graph_error.hh"
#include "main/errors.hh"
#include "main/graph/read_graph.hh"

namespace augustus {
namespace {

std::vector<std::string> port_names(const manage::Config& config) {
  std::vector<std::string> names;
  for (const auto& port : config.ports) {
    names.push_back(port.name);
  }
  return names;
}

element::GraphSet::OnPartition on_partitions_of(worker::Router& router) {
  return [&router](std::uint32_t partition, const auto& work) { router.on_partition(partition, work); };
}

}  // namespace

RouterGraph::RouterGraph(const manage::Config& config)
    : devices_(std::make_shared<element::GraphDevices>(port_names(config))),
      graphs_(element::plan_graph(read_graph(config.graph), devices_)) {
  try {
    graphs_.try_out();
  } catch (const element::GraphError& error) {
    throw UsageError(error.what());
  }
}

void RouterGraph::replace(worker::Router& router, const std::string& file) {
  try {
    graphs_.replace(element::plan_graph(read_graph(file), devices_), on_partitions_of(router),
                    [&] { devices_->open(router); });
  } catch (const std::runtime_error& error) {
    devices_->close_unused(router);
    throw std::invalid_argument(error.what());
  }
  devices_->close_unused(router);
  log(LogModule::main).info("forwards by the graph of {}", file);
}

manage::GraphAccess RouterGraph::access(worker::Router& router) {
  return {.read = [this](const std::string& handler) { return graphs_.read(handler); },
          .write = [this, &router](
                       const std::string& handler,
                       const std::string& value) { graphs_.write(handler, value, on_partitions_of(router)); },
          .replace = [this, &router](const std::string& file) { replace(router, file); }};
}

}  // namespace augustus
