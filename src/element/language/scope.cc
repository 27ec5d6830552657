// SPDX-License-Identifier: Apache-2.0
#include "element/language/scope.hh"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "element/language/limits.hh"

namespace augustus::element {

using syntax::ClassReference;
using syntax::Node;

Scope::Scope(syntax::Body& body, const Scope* around, const SourceFile& file)
    : body_(&body), around_(around), file_(&file) {}

void Scope::add_ends() {
  compound_ = true;
  add({Node::Kind::input, "input", {}, {}, body_->at});
  add({Node::Kind::output, "output", {}, {}, body_->at});
}

std::optional<std::size_t> Scope::find(const std::string& name) const {
  const auto found = nodes_.find(name);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t Scope::add(Node node) {
  auto& nodes = body_->block.nodes;
  if (nodes.size() == max_graph_elements) {
    file_->fail(node.at, fmt::format("more than {} elements", max_graph_elements));
  }
  if (!node.name.empty()) {
    nodes_.emplace(node.name, nodes.size());
  }
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

std::optional<std::size_t> Scope::rename(const std::string& name, std::optional<std::size_t> node) {
  const auto before = find(name);
  if (node) {
    nodes_[name] = *node;
  } else {
    nodes_.erase(name);
  }
  return before;
}

std::optional<ClassReference> Scope::find_class(const std::string& name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->around_) {
    if (const auto found = scope->classes_.find(name); found != scope->classes_.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

void Scope::add_class(const std::string& name, ClassReference element_class) {
  classes_.insert_or_assign(name, std::move(element_class));
}

void Scope::finish() {
  name_anonymous();
  if (compound_) {
    body_->inputs = count_ports(syntax::compound_input, "input");
    body_->outputs = count_ports(syntax::compound_output, "output");
  }
}

// As Click does: the class and the element's number in its body, so that handlers have the same names.
void Scope::name_anonymous() {
  auto& nodes = body_->block.nodes;
  for (std::size_t index = 0; index < nodes.size(); ++index) {
    if (!nodes[index].name.empty()) {
      continue;
    }
    std::size_t number = index + 1 - (compound_ ? 2 : 0);
    std::string name;
    do {
      name = fmt::format("{}@{}", nodes[index].written_class, number++);
    } while (!nodes_.emplace(name, index).second);
    nodes[index].name = name;
  }
}

unsigned Scope::count_ports(std::size_t end, const char* name) const {
  std::vector<bool> used;
  for (const Connection& connection : body_->block.connections) {
    const bool here = end == syntax::compound_input ? connection.from == end : connection.to == end;
    const unsigned port = end == syntax::compound_input ? connection.from_port : connection.to_port;
    if (here) {
      used.resize(std::max<std::size_t>(used.size(), port + 1));
      used[port] = true;
    }
  }
  for (std::size_t port = 0; port < used.size(); ++port) {
    if (!used[port]) {
      file_->fail(body_->at, fmt::format("the compound element that begins here uses {} {} but not {} {}",
                                         name, used.size() - 1, name, port));
    }
  }
  return static_cast<unsigned>(used.size());
}

}  // namespace augustus::element
