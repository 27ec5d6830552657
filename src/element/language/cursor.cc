// SPDX-License-Identifier: Apache-2.0
#include "element/language/cursor.hh"

#include <algorithm>

namespace augustus::element {

void Cursor::skip(std::size_t count) {
  for (const std::size_t end = offset_ + std::min(count, text_.size() - offset_); offset_ < end; ++offset_) {
    const char character = text_[offset_];
    // Lines end in \n, \r\n or \r.
    if (character == '\n' || (character == '\r' && peek(1) != '\n')) {
      ++position_.line;
      position_.column = 1;
    } else {
      ++position_.column;
    }
  }
}

bool Cursor::skip_past(std::string_view end) {
  while (!at_end() && !looking_at(end)) {
    skip();
  }
  const bool found = !at_end();
  skip(end.size());
  return found;
}

bool Cursor::skip_hex_data(bool& unclosed) {
  if (!looking_at("\\<")) {
    return false;
  }
  unclosed |= !skip_past(">");
  return true;
}

bool Cursor::skip_quote(bool& unclosed) {
  if (skip_hex_data(unclosed)) {
    return true;
  }
  const char quote = peek();
  if (quote != '\'' && quote != '"') {
    return false;
  }
  skip();
  while (!at_end() && peek() != quote) {
    if (quote == '\'' || !skip_hex_data(unclosed)) {
      skip(quote == '"' && peek() == '\\' ? 2 : 1);
    }
  }
  unclosed |= at_end();
  skip();
  return true;
}

bool Cursor::skip_comment(bool& unclosed) {
  if (looking_at("//")) {
    while (!at_end() && peek() != '\n' && peek() != '\r') {
      skip();
    }
    return true;
  }
  if (looking_at("/*")) {
    skip(2);
    unclosed |= !skip_past("*/");
    return true;
  }
  return false;
}

}  // namespace augustus::element
