// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "element/language/position.hh"

namespace augustus::element {

struct Token {
  enum class Kind {
    end,
    identifier,  ///< a number too
    variable,    ///< text without the $
    keyword,     ///< elementclass, require, provide, define
    arrow,
    double_arrow,
    double_colon,
    double_bar,
    ellipsis,
    sign,  ///< any other single character
  };

  Kind kind = Kind::end;
  std::string_view text;  ///< of the file
  Position at;

  bool is(Kind other) const { return kind == other; }
  bool is(char character) const { return kind == Kind::sign && text[0] == character; }
  bool is_keyword(std::string_view word) const { return kind == Kind::keyword && text == word; }
  bool is_arrow() const { return kind == Kind::arrow || kind == Kind::double_arrow; }
};

}  // namespace augustus::element
