// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "element/language/limits.hh"
#include "element/language/parser.hh"

namespace augustus::element {
namespace {

using syntax::Body;
using syntax::Formal;

/// Positional parameters come first, then those with a keyword, then the rest.
int order_of(const Formal& formal) {
  return formal.keyword.empty() ? 0 : formal.keyword == "__REST__" ? 2 : 1;
}

}  // namespace

// From behind the brace to behind the closing one. `name`: what `...` extends.
std::shared_ptr<const syntax::Compound> Parser::parse_compound(Position open, const std::string& name) {
  if (++depth_ > max_graph_depth) {
    file_->fail(open, fmt::format("more than {} braces and parentheses within each other", max_graph_depth));
  }
  auto compound = std::make_shared<syntax::Compound>();
  Token end;
  do {
    if (!compound->bodies.empty() && lexer_.peek().is(Token::Kind::ellipsis)) {
      const Token ellipsis = lexer_.next();
      if (name.empty()) {
        file_->fail(ellipsis.at, "'...' extends a class, and this compound element has no name");
      }
      compound->extends = scope_->find_class(name).value_or(syntax::ClassReference{name, nullptr});
      expect('}', "behind '...'");
      break;
    }
    compound->bodies.push_back(parse_body(open));
    end = lexer_.next();
  } while (end.is(Token::Kind::double_bar));
  if (!compound->extends && !end.is('}')) {
    file_->fail(end.is(Token::Kind::end) ? open : end.at,
                "this compound element is not closed: expected '}'");
  }
  --depth_;
  return compound;
}

std::unique_ptr<Body> Parser::parse_body(Position open) {
  if (++classes_ > max_graph_classes) {
    file_->fail(open, fmt::format("more than {} compound elements", max_graph_classes));
  }
  auto body = std::make_unique<Body>();
  body->at = open;
  body->enclosing = &scope_->body();
  Scope scope(*body, scope_, *file_);
  scope.add_ends();
  Scope* const around = std::exchange(scope_, &scope);
  const unsigned groups = std::exchange(groups_, 0);
  parse_formals(*body);
  parse_statements();
  scope.finish();
  scope_ = around;
  groups_ = groups;
  return body;
}

bool Parser::at_formal() const {
  Lexer ahead = lexer_;
  const Token token = ahead.next();
  return token.is(Token::Kind::variable) || token.is('|') ||
         (token.is(Token::Kind::identifier) && ahead.next().is(Token::Kind::variable));
}

void Parser::parse_formals(Body& body) {
  if (!at_formal()) {
    return;
  }
  if (lexer_.peek().is('|')) {
    lexer_.next();
    return;
  }
  Token separator;
  do {
    body.formals.push_back(parse_formal(body));
    separator = lexer_.next();
  } while (separator.is(','));
  if (!separator.is('|')) {
    file_->fail(separator.at, "expected ',' or '|' behind a parameter");
  }
}

Formal Parser::parse_formal(const Body& body) {
  Formal formal;
  Token token = lexer_.next();
  if (token.is(Token::Kind::identifier)) {
    formal.keyword = token.text;
    token = lexer_.next();
  }
  if (!token.is(Token::Kind::variable)) {
    file_->fail(token.at, "expected a parameter: '$name' or 'KEYWORD $name'");
  }
  formal.name = token.text;
  if (body.formals.size() == max_graph_variables) {
    file_->fail(token.at, fmt::format("more than {} parameters", max_graph_variables));
  }
  for (const Formal& other : body.formals) {
    if (other.name == formal.name || (!formal.keyword.empty() && other.keyword == formal.keyword)) {
      file_->fail(token.at, "this parameter or keyword is there twice");
    }
    if (order_of(other) > order_of(formal)) {
      file_->fail(token.at, "parameters come in this order: positional ones, those with a keyword, __REST__");
    }
  }
  return formal;
}

// From behind the parenthesis to behind the closing one. Names in it are those of the body around it.
void Parser::parse_group(Item& item) {
  using syntax::Node;
  const Position open = item.end.at;
  if (++depth_ > max_graph_depth) {
    file_->fail(open, fmt::format("more than {} braces and parentheses within each other", max_graph_depth));
  }
  item.kind = Item::Kind::group;
  item.end.group = true;
  item.end.in = scope_->add({Node::Kind::input, {}, {}, {}, open});
  item.end.out = scope_->add({Node::Kind::output, {}, {}, {}, open});
  const auto input = scope_->rename("input", item.end.in);
  const auto output = scope_->rename("output", item.end.out);
  ++groups_;
  const std::size_t begin = scope_->body().block.connections.size();
  parse_statements();
  --groups_;
  scope_->rename("input", input);
  scope_->rename("output", output);
  if (const Token token = lexer_.next(); !token.is(')')) {
    file_->fail(token.is(Token::Kind::end) ? open : token.at, "this group is not closed: expected ')'");
  }
  const auto& connections = scope_->body().block.connections;
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  for (std::size_t index = begin; index < connections.size(); ++index) {
    const Connection& connection = connections[index];
    inputs =
        connection.from == item.end.in ? std::max<std::size_t>(inputs, connection.from_port + 1) : inputs;
    outputs =
        connection.to == item.end.out ? std::max<std::size_t>(outputs, connection.to_port + 1) : outputs;
  }
  for (unsigned port = 0; port < inputs && !item.has_in_ports; ++port) {
    item.end.in_ports.push_back(port);
  }
  for (unsigned port = 0; port < outputs; ++port) {
    item.end.out_ports.push_back(port);
  }
  --depth_;
}

}  // namespace augustus::element
