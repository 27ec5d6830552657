// SPDX-License-Identifier: Apache-2.0
#include "element/language/parser.hh"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "element/language/arguments.hh"
#include "element/language/characters.hh"
#include "element/language/limits.hh"

namespace augustus::element {
namespace {

using syntax::ClassReference;

std::string shown(const Token& token) {
  return token.is(Token::Kind::end) ? "the end of the file" : fmt::format("'{}'", token.text);
}

/// The parts of a name between slashes; none may be a number.
bool is_element_name(std::string_view name) {
  while (true) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (std::ranges::all_of(part, is_digit)) {
      return false;
    }
    if (part.size() == name.size()) {
      return true;
    }
    name.remove_prefix(part.size() + 1);
  }
}

}  // namespace

std::unique_ptr<syntax::Body> Parser::parse() {
  auto body = std::make_unique<syntax::Body>();
  Scope scope(*body, nullptr, *file_);
  scope_ = &scope;
  parse_statements();
  if (const Token token = lexer_.peek(); !token.is(Token::Kind::end)) {
    file_->fail(token.at, fmt::format("unexpected {}", shown(token)));
  }
  scope.finish();
  return body;
}

// Up to what ends a group, a compound element or the file.
void Parser::parse_statements() {
  while (true) {
    const Token token = lexer_.peek();
    if (token.is(Token::Kind::end) || token.is(Token::Kind::double_bar) || token.is('}') || token.is(')')) {
      return;
    }
    parse_statement();
  }
}

void Parser::parse_statement() {
  const Token token = lexer_.peek();
  if (token.is(';')) {
    lexer_.next();
  } else if (token.is(Token::Kind::keyword)) {
    parse_keyword();
  } else {
    parse_connection();
  }
}

void Parser::parse_keyword() {
  const Token keyword = lexer_.next();
  if (keyword.text == "elementclass") {
    parse_element_class();
  } else if (keyword.text == "define") {
    parse_define();
  } else if (keyword.text == "require") {
    parse_require();
  } else {
    parse_provide();
  }
}

void Parser::parse_element_class() {
  const Token name = expect_name("the name of a class");
  const Token definition = lexer_.next();
  if (definition.is('{')) {
    const std::string class_name(name.text);
    scope_->add_class(class_name, {class_name, parse_compound(definition.at, class_name)});
  } else if (definition.is(Token::Kind::identifier)) {
    const std::string other(definition.text);
    scope_->add_class(std::string(name.text),
                      scope_->find_class(other).value_or(ClassReference{other, nullptr}));
  } else {
    file_->fail(definition.at, fmt::format("expected '{{' or a class, not {}", shown(definition)));
  }
}

void Parser::parse_define() {
  const Position at = expect('(', "behind define").at;
  auto& definitions = scope_->body().block.definitions;
  const auto arguments = split_arguments(lexer_.configuration(at));
  for (const std::string& argument : *arguments) {
    const auto name_end = std::ranges::find_if_not(argument.begin() + (argument.starts_with('$') ? 1 : 0),
                                                   argument.end(), is_variable_character);
    const std::string name(argument.begin(), name_end);
    if (name.size() < 2 || name[0] != '$' || (name_end != argument.end() && !is_space(*name_end))) {
      file_->fail(at, fmt::format("expected '$NAME VALUE', not '{}'", argument));
    }
    const auto value = std::ranges::find_if_not(name_end, argument.end(), is_space);
    const auto& formals = scope_->body().formals;
    if (std::ranges::find(definitions, name.substr(1), &syntax::Definition::name) != definitions.end() ||
        std::ranges::find(formals, name.substr(1), &syntax::Formal::name) != formals.end()) {
      file_->fail(at, fmt::format("{} is defined twice", name));
    }
    if (definitions.size() == max_graph_variables) {
      file_->fail(at, fmt::format("more than {} definitions", max_graph_variables));
    }
    definitions.push_back({name.substr(1), std::string(value, argument.end()), at});
  }
}

void Parser::parse_require() {
  const Position at = expect('(', "behind require").at;
  const auto arguments = split_arguments(lexer_.configuration(at));
  for (const std::string& argument : *arguments) {
    std::vector<std::string> words = split_words(argument);
    if (words.size() == 1) {
      words.insert(words.begin(), "package");
    }
    if (words.size() != 2 || (words[0] != "package" && words[0] != "library")) {
      file_->fail(at, fmt::format("expected 'package NAME', not '{}'", argument));
    }
    requirements_.push_back({words[0], unquote(words[1]), at});
    if (requirements_.size() > max_graph_classes) {
      file_->fail(at, fmt::format("more than {} requirements", max_graph_classes));
    }
  }
}

// What a configuration provides is of use to Click's tools alone.
void Parser::parse_provide() {
  lexer_.configuration(expect('(', "behind provide").at);
}

Token Parser::expect(char character, const std::string& what) {
  const Token token = lexer_.next();
  if (!token.is(character)) {
    file_->fail(token.at, fmt::format("expected '{}' {}, not {}", character, what, shown(token)));
  }
  return token;
}

Token Parser::expect_name(const std::string& what) {
  const Token token = lexer_.next();
  if (!token.is(Token::Kind::identifier)) {
    file_->fail(token.at, fmt::format("expected {}, not {}", what, shown(token)));
  }
  if (!is_element_name(token.text)) {
    file_->fail(token.at, fmt::format("expected {}, not the number '{}'", what, token.text));
  }
  if (token.text.size() > max_name_bytes) {
    file_->fail(token.at, fmt::format("a name has at most {} bytes", max_name_bytes));
  }
  return token;
}

}  // namespace augustus::element
