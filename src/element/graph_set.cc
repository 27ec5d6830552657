// SPDX-License-Identifier: Apache-2.0
#include "element/graph_set.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace augustus::element {
namespace {

/// The handler of that name; throws when the element has none.
Handler handler_of(Element& element, const std::string& element_name, const std::string& name) {
  auto handlers = element.handlers();
  const auto found = std::ranges::find(handlers, name, &Handler::name);
  if (found != handlers.end()) {
    return *found;
  }
  std::vector<std::string> names;
  for (const Handler& handler : handlers) {
    names.push_back(handler.name);
  }
  throw std::invalid_argument(names.empty() ? fmt::format("{} has no handlers", element_name)
                                            : fmt::format("{} has no handler '{}'; it has {}", element_name,
                                                          name, fmt::join(names, ", ")));
}

}  // namespace

std::unique_ptr<forward::Engine> GraphSet::make() {
  auto engine = std::make_unique<GraphEngine>(plan_);
  engines_.push_back(engine.get());
  return engine;
}

void GraphSet::try_out() const {
  for (std::size_t element = 0; element < plan_->types().size(); ++element) {
    if (plan_->types()[element] != nullptr) {
      plan_->make(element);
    }
  }
}

std::vector<ElementFigures> GraphSet::figures() const {
  std::vector<ElementFigures> figures;
  const auto& elements = plan_->description().elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (plan_->types()[i] == nullptr) {
      continue;
    }
    ElementFigures sum{.name = elements[i].name, .element_class = elements[i].element_class};
    for (const GraphEngine* engine : engines_) {
      const NodeFigures one = engine->figures(i);
      sum.nodes.visits += one.visits;
      sum.nodes.packets += one.packets;
      sum.nodes.cycles += one.cycles;
    }
    figures.push_back(sum);
  }
  return figures;
}

GraphSet::Place GraphSet::find(std::string_view handler) const {
  const auto dot = handler.rfind('.');
  if (dot == std::string_view::npos) {
    throw std::invalid_argument(fmt::format("'{}' is not ELEMENT.HANDLER", handler));
  }
  const auto name = handler.substr(0, dot);
  const auto& elements = plan_->description().elements;
  const auto found = std::ranges::find(elements, name, &ElementDeclaration::name);
  if (found == elements.end()) {
    throw std::invalid_argument(fmt::format("there is no element '{}'", name));
  }
  const auto index = static_cast<std::size_t>(found - elements.begin());
  if (plan_->types()[index] == nullptr) {
    throw std::invalid_argument(fmt::format("'{}' is a table and has no handlers", name));
  }
  return {index, std::string(handler.substr(dot + 1))};
}

std::optional<std::uint64_t> GraphSet::read_of_graph(std::string_view handler) const {
  std::uint64_t sum = 0;
  for (const GraphEngine* engine : engines_) {
    if (handler == "graph.strays") {
      sum += engine->strays();
    } else if (handler == "graph.passed_by") {
      sum += engine->passed_by();
    } else {
      return std::nullopt;
    }
  }
  return sum;
}

std::uint64_t GraphSet::read(std::string_view handler) const {
  if (const auto value = read_of_graph(handler); value) {
    return *value;
  }
  const Place place = find(handler);
  std::uint64_t sum = 0;
  for (GraphEngine* engine : engines_) {
    const Handler found = handler_of(*engine->element(place.element),
                                     plan_->description().elements[place.element].name, place.handler);
    if (!found.read) {
      throw std::invalid_argument(fmt::format("'{}' can only be written", handler));
    }
    sum += found.read();
  }
  return sum;
}

void GraphSet::write(std::string_view handler, std::string_view value, const OnPartition& on_partition) {
  const Place place = find(handler);
  for (std::uint32_t partition = 0; partition < engines_.size(); ++partition) {
    const Handler found = handler_of(*engines_[partition]->element(place.element),
                                     plan_->description().elements[place.element].name, place.handler);
    if (!found.write) {
      throw std::invalid_argument(fmt::format("'{}' can only be read", handler));
    }
    // A value that one partition refuses the first one refuses.
    std::string refusal;
    on_partition(partition, [&](forward::Forwarder&) {
      try {
        found.write(value);
      } catch (const std::invalid_argument& error) {
        refusal = error.what();
      }
    });
    if (!refusal.empty()) {
      throw std::invalid_argument(fmt::format("{}: {}", handler, refusal));
    }
  }
}

void GraphSet::replace(std::shared_ptr<const GraphPlan> plan, const OnPartition& on_partition,
                       const std::function<void()>& before) {
  std::vector<std::unique_ptr<GraphEngine>> made;
  for (std::size_t partition = 0; partition < engines_.size(); ++partition) {
    made.push_back(std::make_unique<GraphEngine>(plan));
  }
  if (before) {
    before();
  }
  plan_ = std::move(plan);
  for (std::uint32_t partition = 0; partition < engines_.size(); ++partition) {
    GraphEngine* const next = made[partition].get();
    std::unique_ptr<forward::Engine> former;
    on_partition(partition, [&](forward::Forwarder& forwarder) {
      next->take_over(*engines_[partition]);
      former = forwarder.set_engine(std::move(made[partition]));
    });
    engines_[partition] = next;
  }
}

}  // namespace augustus::element
