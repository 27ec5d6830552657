// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace augustus::element {

// ASCII only, whatever the locale.

constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_variable_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_name_character(char c) {
  return is_variable_character(c) || c == '@';
}

}  // namespace augustus::element
