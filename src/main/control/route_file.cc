// SPDX-License-Identifier: Apache-2.0
#include "main/control/route_file.hh"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "main/control/arguments.hh"

namespace augustus::control {
namespace {

constexpr std::string_view blanks = " \t\r";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = line.find_first_of(blanks, at);
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blanks, end);
  }
  return words;
}

RouteLine parse(std::size_t number, const std::vector<std::string_view>& words) {
  RouteLine line;
  line.number = number;
  if (words.size() < 2 || words.size() > 3) {
    line.error = "expected PREFIX FACE [COST]";
    return line;
  }
  auto prefix = wire::Name::from_uri(words[0]);
  if (!prefix) {
    line.error = fmt::format("'{}' is not a name: expected one such as /example/hello", words[0]);
    return line;
  }
  line.prefix = std::move(*prefix);
  line.face = words[1];
  if (words.size() == 3) {
    line.cost = parse_number(words[2]);
    if (!line.cost) {
      line.error = fmt::format("cost '{}': expected a whole number", words[2]);
    }
  }
  return line;
}

}  // namespace

RouteFile::RouteFile(const std::string& path)
    : name_(path == "-" ? "standard input" : path), lines_(path == "-" ? &std::cin : &file_) {
  if (path == "-") {
    return;
  }
  if (std::filesystem::is_directory(path)) {
    throw std::runtime_error(fmt::format("cannot read {}: it is a folder", path));
  }
  file_.open(path);
  if (!file_) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  }
}

std::optional<RouteLine> RouteFile::next() {
  std::string line;
  while (std::getline(*lines_, line)) {
    ++number_;
    const auto words = words_of(line);
    if (!words.empty() && words[0].front() != '#') {
      return parse(number_, words);
    }
  }
  if (lines_->bad()) {
    throw std::runtime_error(fmt::format("cannot read {}", name_));
  }
  return std::nullopt;
}

}  // namespace augustus::control
