// SPDX-License-Identifier: Apache-2.0
#include "element/language/lexer.hh"

#include <algorithm>
#include <array>
#include <string>

#include "element/language/characters.hh"
#include "element/language/limits.hh"

namespace augustus::element {
namespace {

struct Symbol {
  std::string_view text;
  Token::Kind kind;
};

constexpr std::array symbols = {Symbol{"->", Token::Kind::arrow}, Symbol{"=>", Token::Kind::double_arrow},
                                Symbol{"::", Token::Kind::double_colon},
                                Symbol{"||", Token::Kind::double_bar}, Symbol{"...", Token::Kind::ellipsis}};

constexpr std::array<std::string_view, 4> keywords = {"elementclass", "require", "provide", "define"};

}  // namespace

void Lexer::skip_space() {
  while (!cursor_.at_end()) {
    const Position at = cursor_.position();
    bool unclosed = false;
    if (is_space(cursor_.peek())) {
      cursor_.skip();
    } else if (!cursor_.skip_comment(unclosed)) {
      return;
    } else if (unclosed) {
      file_->fail(at, "this comment is not closed: expected '*/'");
    }
  }
}

Token Lexer::take(Token::Kind kind, std::size_t bytes) {
  Token token{kind, {}, cursor_.position()};
  const std::size_t begin = cursor_.offset();
  cursor_.skip(bytes);
  token.text = cursor_.since(begin);
  return token;
}

Token Lexer::take_word() {
  std::size_t bytes = 0;
  while (is_name_character(cursor_.peek(bytes)) ||
         (cursor_.peek(bytes) == '/' && is_name_character(cursor_.peek(bytes + 1)))) {
    ++bytes;
  }
  Token word = take(Token::Kind::identifier, bytes);
  if (std::ranges::find(keywords, word.text) != keywords.end()) {
    word.kind = Token::Kind::keyword;
  }
  return word;
}

Token Lexer::next() {
  skip_space();
  if (cursor_.at_end()) {
    return {Token::Kind::end, {}, cursor_.position()};
  }
  if (is_name_character(cursor_.peek())) {
    return take_word();
  }
  if (cursor_.peek() == '$' && is_variable_character(cursor_.peek(1))) {
    std::size_t bytes = 1;
    while (is_variable_character(cursor_.peek(bytes))) {
      ++bytes;
    }
    Token variable = take(Token::Kind::variable, bytes);
    variable.text.remove_prefix(1);
    return variable;
  }
  for (const Symbol& symbol : symbols) {
    if (cursor_.looking_at(symbol.text)) {
      return take(symbol.kind, symbol.text.size());
    }
  }
  return take(Token::Kind::sign, 1);
}

std::string_view Lexer::configuration(Position open) {
  const std::size_t begin = cursor_.offset();
  bool unclosed = false;
  for (unsigned depth = 1; !cursor_.at_end();) {
    if (cursor_.skip_quote(unclosed) || cursor_.skip_comment(unclosed)) {
      continue;
    }
    depth += cursor_.peek() == '(' ? 1 : 0;
    depth -= cursor_.peek() == ')' ? 1 : 0;
    if (depth == 0) {
      const std::string_view text = cursor_.since(begin);
      cursor_.skip();
      if (text.size() > max_configuration_bytes) {
        file_->fail(open, "more than " + std::to_string(max_configuration_bytes) + " bytes of arguments");
      }
      return text;
    }
    cursor_.skip();
  }
  file_->fail(open, unclosed ? "the arguments that begin here have no ')': a quote or comment is not closed"
                             : "the arguments that begin here have no ')'");
}

}  // namespace augustus::element
