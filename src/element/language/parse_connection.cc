// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "element/language/characters.hh"
#include "element/language/limits.hh"
#include "element/language/parser.hh"

namespace augustus::element {

// A declaration is a connection without an arrow.
void Parser::parse_connection() {
  std::vector<Item> items = parse_items(Place::first);
  for (const Item& item : items) {
    if (item.has_in_ports) {
      file_->fail(item.end.at, "this port is connected to nothing: no arrow stands before it");
    }
  }
  if (!lexer_.peek().is_arrow()) {
    return declare_all(items);
  }
  std::vector<End> from = resolve(items);
  while (lexer_.peek().is_arrow()) {
    const Token arrow = lexer_.next();
    items = parse_items(Place::later);
    std::vector<End> to = resolve(items);
    connect(from, to, arrow);
    from = std::move(to);
    if (lexer_.peek().is_arrow() && items.back().kind == Item::Kind::implied) {
      file_->fail(lexer_.peek().at, "expected an element before this arrow");
    }
  }
  for (const Item& item : items) {
    if (item.has_out_ports) {
      file_->fail(item.end.at, "the port behind this element is connected to nothing: no arrow follows");
    }
  }
}

std::vector<Parser::Item> Parser::parse_items(Place place) {
  std::vector<Item> items = {parse_item(place, true)};
  while (lexer_.peek().is(',')) {
    lexer_.next();
    items.push_back(parse_item(place, false));
  }
  return items;
}

// `alone`: the first of a list.
Parser::Item Parser::parse_item(Place place, bool alone) {
  Item item;
  item.end.at = lexer_.peek().at;
  if (lexer_.peek().is('[')) {
    item.has_in_ports = true;
    item.end.in_ports = parse_ports();
  }
  const Token token = lexer_.peek();
  if (token.is(Token::Kind::identifier)) {
    parse_name(item);
  } else if (token.is('{')) {
    lexer_.next();
    item.kind = Item::Kind::anonymous_class;
    item.element_class.definition = parse_compound(token.at, "");
  } else if (token.is('(')) {
    lexer_.next();
    parse_group(item);
  } else if (is_implied(place, alone, item)) {
    item.kind = Item::Kind::implied;
    item.name = place == Place::first ? "input" : "output";
    if (place == Place::first) {
      std::swap(item.end.in_ports, item.end.out_ports);
      std::swap(item.has_in_ports, item.has_out_ports);
    }
    return item;
  } else {
    file_->fail(token.at, token.is(Token::Kind::end)
                              ? "expected an element, not the end of the file"
                              : fmt::format("expected an element, not '{}'", token.text));
  }
  parse_behind(item);
  return item;
}

void Parser::parse_name(Item& item) {
  const Token name = expect_name("an element");
  item.name = name.text;
  item.end.at = name.at;
  if (!lexer_.peek().is(Token::Kind::double_colon)) {
    return;
  }
  lexer_.next();
  item.has_class = true;
  if (const Token open = lexer_.peek(); open.is('{')) {
    lexer_.next();
    item.element_class.definition = parse_compound(open.at, "");
  } else {
    const std::string name_of_class(expect_name("a class").text);
    item.element_class =
        scope_->find_class(name_of_class).value_or(syntax::ClassReference{name_of_class, nullptr});
  }
}

// Arguments and output ports.
void Parser::parse_behind(Item& item) {
  if (const Token open = lexer_.peek(); open.is('(') && item.kind != Item::Kind::group) {
    lexer_.next();
    item.has_configuration = true;
    item.configuration = lexer_.configuration(open.at);
  }
  if (lexer_.peek().is('[')) {
    item.has_out_ports = true;
    item.end.out_ports = parse_ports();
  }
}

// In a group or compound element a connection may begin or end without an element: `-> x [1] -> [0]`.
bool Parser::is_implied(Place place, bool alone, const Item& item) const {
  if (!nested() || (!alone && !item.has_in_ports)) {
    return false;
  }
  const Token token = lexer_.peek();
  if (token.is(',')) {
    return item.has_in_ports;
  }
  return place == Place::first ? token.is_arrow() : !token.is(Token::Kind::double_colon);
}

std::vector<unsigned> Parser::parse_ports() {
  std::vector<unsigned> ports;
  const Position open = lexer_.next().at;
  Token separator;
  do {
    const unsigned first = parse_port();
    separator = lexer_.next();
    unsigned last = first;
    if (separator.is('-')) {
      const Position at = lexer_.peek().at;
      last = parse_port();
      separator = lexer_.next();
      if (last < first) {
        file_->fail(at, fmt::format("expected a port after {}, not {}", first, last));
      }
    }
    for (unsigned port = first; port <= last; ++port) {
      ports.push_back(port);
    }
    if (ports.size() > max_graph_port + 1) {
      file_->fail(open, fmt::format("more than {} ports", max_graph_port + 1));
    }
  } while (separator.is(','));
  if (!separator.is(']')) {
    file_->fail(separator.at, "expected ']' behind the numbers of ports");
  }
  return ports;
}

unsigned Parser::parse_port() {
  const Token token = lexer_.next();
  unsigned port = 0;
  const char* const end = token.text.data() + token.text.size();
  const bool number = token.is(Token::Kind::identifier) &&
                      std::from_chars(token.text.data(), end, port).ptr == end &&
                      std::ranges::all_of(token.text, is_digit);
  if (!number || port > max_graph_port) {
    file_->fail(token.at, fmt::format("expected the number of a port, 0 to {}", max_graph_port));
  }
  return port;
}

}  // namespace augustus::element
