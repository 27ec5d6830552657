// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "element/language/cursor.hh"
#include "element/language/source_file.hh"
#include "element/language/token.hh"

namespace augustus::element {

/// Cuts a file into tokens (click(5), LEXICAL ISSUES). `text` and `file` outlive it. Small: copied to look
/// ahead.
class Lexer {
 public:
  Lexer(std::string_view text, const SourceFile& file) : cursor_(text), file_(&file) {}

  Token next();
  Token peek() const { return Lexer(*this).next(); }
  /// What stands up to the parenthesis that closes the one just taken, which is taken too. `open` is where
  /// that one was.
  std::string_view configuration(Position open);

 private:
  void skip_space();
  Token take(Token::Kind kind, std::size_t bytes);
  Token take_word();

  Cursor cursor_;
  const SourceFile* file_;
};

}  // namespace augustus::element
