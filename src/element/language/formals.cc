// SPDX-License-Identifier: Apache-2.0
#include "element/language/formals.hh"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "element/language/characters.hh"

namespace augustus::element {
namespace {

using syntax::Formal;

bool has_keyword(const std::string& argument, const std::string& keyword) {
  return argument.starts_with(keyword) &&
         (argument.size() == keyword.size() || is_space(argument[keyword.size()]));
}

std::string without_keyword(const std::string& argument, const std::string& keyword) {
  const auto value = std::find_if_not(argument.begin() + static_cast<std::ptrdiff_t>(keyword.size()),
                                      argument.end(), is_space);
  return {value, argument.end()};
}

std::string join(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    joined += joined.empty() ? text : ", " + text;
  }
  return joined;
}

}  // namespace

std::optional<std::vector<std::string>> assign_arguments(const std::vector<Formal>& formals,
                                                         const std::vector<std::string>& arguments) {
  std::vector<std::string> values;
  std::vector<std::string> rest = arguments;
  bool takes_rest = false;
  for (const Formal& formal : formals) {
    auto found = rest.begin();
    if (formal.keyword == "__REST__") {
      values.push_back(join(rest));
      takes_rest = true;
      continue;
    }
    if (!formal.keyword.empty()) {
      found = std::ranges::find_if(
          rest, [&](const std::string& argument) { return has_keyword(argument, formal.keyword); });
    }
    if (found == rest.end()) {
      return std::nullopt;
    }
    values.push_back(formal.keyword.empty() ? *found : without_keyword(*found, formal.keyword));
    rest.erase(found);
  }
  return rest.empty() || takes_rest ? std::optional(values) : std::nullopt;
}

std::string describe_formals(const std::vector<Formal>& formals) {
  const auto positional = std::ranges::count(formals, std::string(), &Formal::keyword);
  std::string text = positional == 1 ? "1 argument" : fmt::format("{} arguments", positional);
  for (const Formal& formal : formals) {
    if (!formal.keyword.empty()) {
      text += formal.keyword == "__REST__" ? " and more" : " and " + formal.keyword;
    }
  }
  return text;
}

}  // namespace augustus::element
