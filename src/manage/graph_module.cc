// SPDX-License-Identifier: Apache-2.0
#include "manage/graph_module.hh"

#include <stdexcept>

#include "manage/module_common.hh"

namespace augustus::manage {
namespace {

std::string text_of(const wire::Name& name, std::size_t component) {
  const auto bytes = name[component].value;
  return {bytes.begin(), bytes.end()};
}

}  // namespace

GraphModule::GraphModule(Dispatcher& dispatcher) {
  constexpr std::string_view module = "augustus-graph";
  dispatcher.add_command(module, "read", {.required = only(Field::name), .optional = 0},
                         [this](const auto&, const auto& parameters) { return read(parameters); });
  dispatcher.add_command(module, "write", {.required = only(Field::name), .optional = 0},
                         [this](const auto&, const auto& parameters) { return write(parameters); });
  dispatcher.add_command(module, "replace", {.required = only(Field::uri), .optional = 0},
                         [this](const auto&, const auto& parameters) { return replace(parameters); });
}

template <typename Work>
ControlResponse GraphModule::with_graph(Work&& work) {
  if (!access_) {
    return failure(501, "This router runs without a graph");
  }
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    return failure(400, error.what());
  }
}

ControlResponse GraphModule::read(const ControlParameters& parameters) {
  return with_graph([&] {
    if (parameters.name->size() != 1) {
      return failure(400, "Name is to be /ELEMENT.HANDLER");
    }
    ControlParameters body;
    body.name = parameters.name;
    body.count = access_->read(text_of(*parameters.name, 0));
    return success(std::move(body));
  });
}

ControlResponse GraphModule::write(const ControlParameters& parameters) {
  return with_graph([&] {
    if (parameters.name->size() != 2) {
      return failure(400, "Name is to be /ELEMENT.HANDLER/VALUE");
    }
    access_->write(text_of(*parameters.name, 0), text_of(*parameters.name, 1));
    return success(parameters);
  });
}

ControlResponse GraphModule::replace(const ControlParameters& parameters) {
  return with_graph([&] {
    access_->replace(*parameters.uri);
    return success(parameters);
  });
}

}  // namespace augustus::manage
