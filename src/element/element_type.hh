// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "element/arguments.hh"
#include "element/element.hh"
#include "element/element_class.hh"
#include "element/outputs.hh"

namespace augustus::element {

/// What a node of the graph library knows about itself; lies in its context.
struct NodeContext {
  Element* element;
  std::uint32_t input;
};
static_assert(sizeof(NodeContext) <= RTE_NODE_CTX_SZ);

/// A class of elements that can be made: each visit of one of its nodes calls the class's function directly.
struct ElementType {
  using Visit = std::uint16_t (*)(rte_graph*, rte_node*, void**, std::uint16_t);

  ElementClass description;
  std::unique_ptr<Element> (*make)(const Arguments&) = nullptr;
  Visit push = nullptr;       ///< nullptr: it has no inputs
  Visit emit = nullptr;       ///< nullptr: it is no source
  bool inputs_alike = false;  ///< one node serves all inputs
};

template <typename E>
std::uint16_t visit_push(rte_graph* graph, rte_node* node, void** objects, std::uint16_t count) {
  const auto& at = *reinterpret_cast<const NodeContext*>(node->ctx);
  Outputs out(graph, node, at.element->walk());
  static_cast<E*>(at.element)->push(at.input, Batch(objects, count), out);
  return count;
}

template <typename E>
std::uint16_t visit_emit(rte_graph* graph, rte_node* node, void**, std::uint16_t) {
  const auto& at = *reinterpret_cast<const NodeContext*>(node->ctx);
  Outputs out(graph, node, at.element->walk());
  return static_cast<std::uint16_t>(static_cast<E*>(at.element)->emit(out));
}

template <typename E>
ElementType element_type(ElementClass description, bool inputs_alike = false) {
  ElementType type{.description = std::move(description), .inputs_alike = inputs_alike};
  type.make = [](const Arguments& arguments) -> std::unique_ptr<Element> {
    return std::make_unique<E>(arguments);
  };
  if constexpr (requires(E element, Batch batch, Outputs out) { element.push(0u, batch, out); }) {
    type.push = visit_push<E>;
  }
  if constexpr (requires(E element, Outputs out) { element.emit(out); }) {
    type.emit = visit_emit<E>;
  }
  return type;
}

}  // namespace augustus::element
