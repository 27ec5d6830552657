// SPDX-License-Identifier: Apache-2.0
#include "main/run/router_graph.hh"

#include <filesystem>
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
    : file_(config.graph),
      folder_(std::make_shared<manage::FileFolder>(config.files.empty() ? manage::FileFolder::usual_path()
                                                                        : config.files)),
      devices_(std::make_shared<element::GraphDevices>(port_names(config))),
      graphs_(element::plan_graph(read_graph(config.graph), devices_)) {
  try {
    graphs_.try_out();
  } catch (const element::GraphError& error) {
    throw UsageError(error.what());
  }
}

void RouterGraph::go_over(worker::Router& router, const element::GraphDescription& graph) {
  graphs_.replace(element::plan_graph(graph, devices_), on_partitions_of(router),
                  [&] { devices_->open(router); });
}

void RouterGraph::replace(worker::Router& router, const std::string& file) {
  devices_->confine(nullptr);
  try {
    go_over(router, read_graph(file));
  } catch (const std::runtime_error& error) {
    devices_->close_unused(router);
    throw std::invalid_argument(error.what());
  }
  devices_->close_unused(router);
  file_ = file;
  log(LogModule::main).info("forwards by the graph of {}", file);
}

void RouterGraph::replace_by_command(worker::Router& router, const std::string& file) {
  const auto plain = [](const std::string& path) { return std::filesystem::absolute(path).lexically_normal(); };
  if (plain(file) == plain(file_)) {
    replace(router, file_);
    return;
  }
  devices_->confine(folder_);
  try {
    go_over(router, read_graph(folder_->read(file), file));
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
          .replace = [this, &router](const std::string& file) { replace_by_command(router, file); }};
}

}  // namespace augustus
