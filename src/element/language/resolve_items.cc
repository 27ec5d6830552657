// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "element/language/limits.hh"
#include "element/language/parser.hh"

namespace augustus::element {
namespace {

using syntax::Node;

bool is_end(const std::string& name) {
  return name == "input" || name == "output";
}

}  // namespace

std::vector<Parser::End> Parser::resolve(std::vector<Item>& items) {
  std::vector<End> ends;
  for (Item& item : items) {
    resolve(item);
    ends.push_back(item.end);
  }
  return ends;
}

// A statement without an arrow. `a, b :: Class(x)` gives both the class.
void Parser::declare_all(std::vector<Item>& items) {
  Item& last = items.back();
  const bool shared =
      last.has_class && std::ranges::all_of(items.begin(), items.end() - 1, [](const Item& item) {
        return item.kind == Item::Kind::name && !item.has_class && !item.has_configuration;
      });
  for (Item& item : items) {
    if (item.has_out_ports) {
      file_->fail(item.end.at, "the port behind this element is connected to nothing: no arrow follows");
    }
    if (shared && &item != &last) {
      item.has_class = true;
      item.element_class = last.element_class;
      item.configuration = last.configuration;
    }
  }
  resolve(items);
}

void Parser::resolve(Item& item) {
  if (item.kind == Item::Kind::group) {
    return;
  }
  if (item.kind == Item::Kind::anonymous_class) {
    return declare(item, "");
  }
  const auto known_class = scope_->find_class(item.name);
  const auto node = scope_->find(item.name);
  if (is_end(item.name) && !node) {
    file_->fail(item.end.at,
                fmt::format("'{}' means something only in a group or compound element", item.name));
  }
  if (item.has_class) {
    if (node) {
      const Position before = scope_->body().block.nodes[*node].at;
      file_->fail(item.end.at, is_end(item.name)
                                   ? fmt::format("'{}' cannot be the name of an element", item.name)
                                   : fmt::format("element '{}' is declared twice, first in line {}",
                                                 item.name, before.line));
    }
    if (known_class) {
      file_->fail(item.end.at, fmt::format("'{}' is the name of a class", item.name));
    }
    return declare(item, item.name);
  }
  if (node && !known_class) {
    return refer(item, *node);
  }
  item.element_class = known_class.value_or(syntax::ClassReference{item.name, nullptr});
  declare(item, "");
}

void Parser::declare(Item& item, const std::string& name) {
  item.end.in = item.end.out = scope_->add(
      {Node::Kind::element, name, item.element_class, item.configuration, item.end.at, item.name});
}

void Parser::refer(Item& item, std::size_t node) {
  if (item.has_configuration) {
    file_->fail(item.end.at, fmt::format("'{}' is declared already: its arguments belong there", item.name));
  }
  const Node::Kind kind = scope_->body().block.nodes[node].kind;
  item.end.in = item.end.out = node;
  item.end.use = kind == Node::Kind::input    ? End::Use::source
                 : kind == Node::Kind::output ? End::Use::destination
                                              : End::Use::both;
}

// `->` joins one with many, `=>` also as many with as many; there an element without ports has those that the
// other side needs.
void Parser::connect(const std::vector<End>& from, const std::vector<End>& to, const Token& arrow) {
  const bool parallel = arrow.is(Token::Kind::double_arrow);
  const auto ports_of = [&](const std::vector<End>& ends, bool output) {
    Ports ports;
    for (const End& end : ends) {
      if (end.use == (output ? End::Use::destination : End::Use::source)) {
        file_->fail(end.at, output ? "packets cannot come out of 'output' here"
                                   : "packets cannot go into 'input' here");
      }
      const auto& said = output ? end.out_ports : end.in_ports;
      for (const unsigned port : said) {
        ports.emplace_back(output ? end.out : end.in, port);
      }
      if (said.empty() && end.group) {
        file_->fail(end.at, fmt::format("this group has no {}", output ? "output" : "input"));
      }
      if (said.empty()) {
        ports.emplace_back(output ? end.out : end.in, 0);
      }
    }
    return ports;
  };
  const auto widen = [&](const std::vector<End>& ends, bool output, Ports& ports, std::size_t count) {
    const bool open = ends.size() == 1 && (output ? ends[0].out_ports : ends[0].in_ports).empty();
    for (unsigned port = 1; parallel && open && port < count; ++port) {
      ports.emplace_back(ports[0].first, port);
    }
  };
  Ports outputs = ports_of(from, true);
  Ports inputs = ports_of(to, false);
  if (std::max(outputs.size(), inputs.size()) > max_graph_port + 1) {
    file_->fail(arrow.at, fmt::format("more than {} ports on one side", max_graph_port + 1));
  }
  widen(from, true, outputs, inputs.size());
  widen(to, false, inputs, outputs.size());
  if (outputs.size() > 1 && inputs.size() > 1) {
    if (!parallel) {
      file_->fail(arrow.at, "'->' cannot join many outputs with many inputs: use '=>'");
    }
    if (outputs.size() != inputs.size()) {
      file_->fail(arrow.at,
                  fmt::format("{} outputs cannot be joined with {} inputs", outputs.size(), inputs.size()));
    }
  }
  for (std::size_t index = 0; index < std::max(outputs.size(), inputs.size()); ++index) {
    const auto [output, output_port] = outputs[outputs.size() == 1 ? 0 : index];
    const auto [input, input_port] = inputs[inputs.size() == 1 ? 0 : index];
    add_connection({output, output_port, input, input_port, arrow.at});
  }
}

void Parser::add_connection(const Connection& connection) {
  if (++connections_ > max_graph_connections) {
    file_->fail(connection.at, fmt::format("more than {} connections", max_graph_connections));
  }
  scope_->body().block.connections.push_back(connection);
}

}  // namespace augustus::element
