// SPDX-License-Identifier: Apache-2.0
#include "main/import/toml_text.hh"

#include <fmt/format.h>

#include <algorithm>

namespace augustus::nfd_import {
namespace {

/// A basic string of TOML.
std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      quoted += '\\';
      quoted += character;
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += fmt::format("\\u{:04x}", byte);
    } else {
      quoted += character;
    }
  }
  return quoted + '"';
}

}  // namespace

void TomlText::begin(std::string header) {
  header_ = std::move(header);
}

void TomlText::line(std::string_view line) {
  if (!header_.empty()) {
    text_ += '\n' + header_ + '\n';
    header_.clear();
  }
  text_.append(line);
  text_ += '\n';
}

void TomlText::set(std::string_view key, std::string_view text) {
  line(fmt::format("{} = {}", key, in_quotes(text)));
}

void TomlText::set(std::string_view key, std::uint64_t number) {
  line(fmt::format("{} = {}", key, number));
}

void TomlText::set(std::string_view key, bool value) {
  line(fmt::format("{} = {}", key, value));
}

void TomlText::set(std::string_view key, const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    list += (list.empty() ? "" : ", ") + in_quotes(text);
  }
  line(fmt::format("{} = [{}]", key, list));
}

void TomlText::remark(std::string_view text) {
  std::string comment(text);
  // What was read may hold anything; a comment is one line of printable characters.
  std::ranges::replace_if(
      comment, [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; }, ' ');
  line("# " + comment);
}

void TomlText::missing(std::string_view what, std::string_view why) {
  ++missing_;
  remark(fmt::format("Not taken over: {}: {}", what, why));
}

}  // namespace augustus::nfd_import
