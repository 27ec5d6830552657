// SPDX-License-Identifier: Apache-2.0
#include "element/language/arguments.hh"

#include <algorithm>

#include "element/language/characters.hh"
#include "element/language/cursor.hh"

namespace augustus::element {
namespace {

void trim_end(std::string& text) {
  while (!text.empty() && is_space(text.back())) {
    text.pop_back();
  }
}

int hex_value(char c) {
  if (is_digit(c)) {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// The bytes of `\<48 45 4c>`; the cursor stands on it.
void append_hex_data(Cursor& cursor, std::string& text) {
  int high = -1;
  for (cursor.skip(2); !cursor.at_end() && cursor.peek() != '>'; cursor.skip()) {
    const int digit = hex_value(cursor.peek());
    if (digit < 0) {
      continue;
    }
    if (high >= 0) {
      text += static_cast<char>(high * 16 + digit);
    }
    high = high < 0 ? digit : -1;
  }
  cursor.skip();
}

void append_octal(Cursor& cursor, std::string& text) {
  unsigned value = 0;
  for (int digits = 0; digits < 3 && cursor.peek() >= '0' && cursor.peek() <= '7'; ++digits, cursor.skip()) {
    value = value * 8 + static_cast<unsigned>(cursor.peek() - '0');
  }
  text += static_cast<char>(value);
}

/// Any number of hexadecimal digits, the last two of which count.
void append_hexadecimal(Cursor& cursor, std::string& text) {
  unsigned value = 0;
  for (cursor.skip(); hex_value(cursor.peek()) >= 0; cursor.skip()) {
    value = value * 16 + static_cast<unsigned>(hex_value(cursor.peek()));
  }
  text += static_cast<char>(value);
}

void append_escape(Cursor& cursor, std::string& text) {
  if (cursor.looking_at("\\<")) {
    return append_hex_data(cursor, text);
  }
  cursor.skip();
  constexpr std::string_view letters = "abtnvfr";
  constexpr std::string_view values = "\a\b\t\n\v\f\r";
  const char letter = cursor.peek();
  if (letter >= '0' && letter <= '7') {
    return append_octal(cursor, text);
  }
  if (letter == 'x' && hex_value(cursor.peek(1)) >= 0) {
    return append_hexadecimal(cursor, text);
  }
  if (const auto found = letters.find(letter); found != letters.npos && letter != '\0') {
    text += values[found];
  } else if (letter == '\r' && cursor.peek(1) == '\n') {
    cursor.skip();
  } else if (letter != '\n' && letter != '\r' && !cursor.at_end()) {
    text += letter;
  }
  cursor.skip();
}

}  // namespace

std::optional<std::vector<std::string>> split_arguments(std::string_view configuration) {
  std::vector<std::string> arguments(1);
  bool unclosed = false;
  unsigned depth = 0;
  for (Cursor cursor(configuration); !cursor.at_end();) {
    std::string& argument = arguments.back();
    const std::size_t begin = cursor.offset();
    if (cursor.skip_quote(unclosed)) {
      argument += cursor.since(begin);
    } else if (cursor.skip_comment(unclosed)) {
      argument += argument.empty() ? "" : " ";
    } else if (cursor.peek() == ',' && depth == 0) {
      trim_end(argument);
      arguments.emplace_back();
      cursor.skip();
    } else {
      depth += cursor.peek() == '(' ? 1 : 0;
      unclosed |= cursor.peek() == ')' && depth == 0;
      depth -= cursor.peek() == ')' && depth != 0 ? 1 : 0;
      if (!argument.empty() || !is_space(cursor.peek())) {
        argument += cursor.peek();
      }
      cursor.skip();
    }
  }
  if (unclosed || depth != 0) {
    return std::nullopt;
  }
  trim_end(arguments.back());
  if (arguments.back().empty()) {
    arguments.pop_back();
  }
  return arguments;
}

std::vector<std::string> split_words(std::string_view argument) {
  std::vector<std::string> words;
  bool unclosed = false;
  bool inside = false;
  for (Cursor cursor(argument); !cursor.at_end();) {
    if (is_space(cursor.peek())) {
      inside = false;
      cursor.skip();
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    const std::size_t begin = cursor.offset();
    if (!cursor.skip_quote(unclosed)) {
      cursor.skip();
    }
    words.back() += cursor.since(begin);
  }
  return words;
}

std::string unquote(std::string_view word) {
  std::string text;
  char quote = '\0';
  for (Cursor cursor(word); !cursor.at_end();) {
    const char character = cursor.peek();
    if (quote == '\0' ? character == '\'' || character == '"' : character == quote) {
      quote = quote == '\0' ? character : '\0';
      cursor.skip();
    } else if ((quote == '"' && character == '\\') || (quote == '\0' && cursor.looking_at("\\<"))) {
      append_escape(cursor, text);
    } else {
      text += character;
      cursor.skip();
    }
  }
  return text;
}

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '"' || character == '\\' || character == '$') {
      escaped += '\\';
    }
    escaped += character;
  }
  return escaped;
}

std::string quote(std::string_view text) {
  const bool plain =
      !text.empty() && text.find("//") == text.npos && text.find("/*") == text.npos &&
      std::ranges::none_of(text, [](char character) {
        return is_space(character) || std::string_view("\"'\\$,()").find(character) != std::string_view::npos;
      });
  return plain ? std::string(text) : '"' + escape(text) + '"';
}

}  // namespace augustus::element
