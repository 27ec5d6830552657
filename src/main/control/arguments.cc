// SPDX-License-Identifier: Apache-2.0
#include "main/control/arguments.hh"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "main/client/arguments.hh"
#include "main/errors.hh"

namespace augustus::control {

Arguments::Arguments(const std::vector<Argument>& known, const std::vector<std::string>& words,
                     std::map<std::string, std::string> options)
    : values_(std::move(options)) {
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string& word = words[index];
    const auto named = std::ranges::find(known, word, &Argument::name);
    if (named != known.end() && named->kind == Argument::Kind::flag) {
      set(word, "");
      continue;
    }
    if (named != known.end() && !has(word)) {
      if (++index == words.size()) {
        throw UsageError(fmt::format("'{}' needs a value: {}", word, named->value));
      }
      set(word, words[index]);
      continue;
    }
    const auto next = std::ranges::find_if(known, [this](const Argument& argument) {
      return argument.kind == Argument::Kind::by_place && !has(argument.name);
    });
    if (next == known.end()) {
      throw UsageError(fmt::format("'{}' was not expected: the arguments are {}", word, syntax_of(known)));
    }
    set(next->name, word);
  }
  for (const Argument& argument : known) {
    if (argument.required && !has(argument.name)) {
      throw UsageError(fmt::format("'{}' is missing: the arguments are {}", argument.name, syntax_of(known)));
    }
  }
}

void Arguments::set(const std::string& name, const std::string& value) {
  if (!values_.emplace(name, value).second) {
    throw UsageError(fmt::format("'{}' is given twice", name));
  }
}

std::optional<std::string> Arguments::text(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> Arguments::number(const std::string& name) const {
  const auto value = text(name);
  if (!value) {
    return std::nullopt;
  }
  const auto number = parse_number(*value);
  if (!number) {
    throw UsageError(fmt::format("{} '{}': expected a whole number", name, *value));
  }
  return number;
}

std::optional<bool> Arguments::on_off(const std::string& name) const {
  const auto value = text(name);
  if (!value) {
    return std::nullopt;
  }
  for (const std::string_view on : {"on", "true", "enabled", "yes", "1"}) {
    if (*value == on) {
      return true;
    }
  }
  for (const std::string_view off : {"off", "false", "disabled", "no", "0"}) {
    if (*value == off) {
      return false;
    }
  }
  throw UsageError(fmt::format("{} '{}': expected on or off", name, *value));
}

std::optional<wire::Name> Arguments::prefix(const std::string& name) const {
  const auto value = text(name);
  return value ? std::optional(client::parse_name(*value)) : std::nullopt;
}

std::string syntax_of(const std::vector<Argument>& arguments) {
  std::string syntax;
  for (const Argument& argument : arguments) {
    std::string part =
        argument.kind == Argument::Kind::by_place ? fmt::format("[{}] {}", argument.name, argument.value)
        : argument.kind == Argument::Kind::flag   ? argument.name
                                                  : fmt::format("{} {}", argument.name, argument.value);
    syntax += (syntax.empty() ? "" : " ") + (argument.required ? part : fmt::format("[{}]", part));
  }
  return syntax.empty() ? "none" : syntax;
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace augustus::control
