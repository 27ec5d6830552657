// SPDX-License-Identifier: Apache-2.0
#include "element/language/variables.hh"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "element/language/arguments.hh"
#include "element/language/characters.hh"
#include "element/language/cursor.hh"
#include "element/language/limits.hh"

namespace augustus::element {
namespace {

struct Use {
  std::string name;
  std::optional<std::string> otherwise;
};

/// The use of a variable at the cursor, which then stands behind it; nothing, and the cursor where it was,
/// when this $ is none.
std::optional<Use> take_use(Cursor& cursor) {
  Cursor ahead = cursor;
  ahead.skip();
  const bool braces = ahead.peek() == '{';
  ahead.skip(braces ? 1 : 0);
  Use use;
  for (; is_variable_character(ahead.peek()); ahead.skip()) {
    use.name += ahead.peek();
  }
  if (braces && ahead.peek() == '-') {
    use.otherwise.emplace();
    for (ahead.skip(); !ahead.at_end() && ahead.peek() != '}'; ahead.skip()) {
      *use.otherwise += ahead.peek();
    }
  }
  if (use.name.empty() || (braces && ahead.peek() != '}')) {
    return std::nullopt;
  }
  ahead.skip(braces ? 1 : 0);
  cursor = ahead;
  return use;
}

/// Calls `visit(text, use, quoted)` for each piece of `configuration`: variables outside single quotes and
/// comments with what they are, `quoted` when in double quotes; anything else with nullptr.
template <typename Visit>
void walk(std::string_view configuration, const Visit& visit) {
  char quote = '\0';
  bool unclosed = false;
  for (Cursor cursor(configuration); !cursor.at_end();) {
    const std::size_t begin = cursor.offset();
    const char character = cursor.peek();
    if (character == '$' && quote != '\'') {
      if (const auto use = take_use(cursor)) {
        visit(cursor.since(begin), &*use, quote == '"');
        continue;
      }
    }
    if ((character == '"' || character == '\'') && (quote == '\0' || quote == character)) {
      quote = quote == '\0' ? character : '\0';
      cursor.skip();
    } else if (quote == '\'' ||
               (!cursor.skip_hex_data(unclosed) && (quote != '\0' || !cursor.skip_comment(unclosed)))) {
      cursor.skip(quote == '"' && character == '\\' ? 2 : 1);
    }
    visit(cursor.since(begin), nullptr, false);
  }
}

}  // namespace

Variables::Variables(const syntax::Body& body, const Variables* around, std::vector<std::string> values,
                     const SourceFile& file)
    : body_(&body), around_(around), file_(&file) {
  for (std::size_t index = 0; index < values.size(); ++index) {
    values_.emplace(body.formals[index].name, std::move(values[index]));
  }
}

const Variables& Variables::of(const syntax::Body* body) const {
  const Variables* variables = this;
  while (variables->body_ != body) {
    variables = variables->around_;
  }
  return *variables;
}

std::string Variables::replace(std::string_view configuration, Position at) const {
  return replace(configuration, at, 0);
}

std::optional<std::string> Variables::find(const std::string& name, unsigned depth) const {
  if (const auto found = values_.find(name); found != values_.end()) {
    return found->second;
  }
  const auto& definitions = body_->block.definitions;
  if (const auto found = std::ranges::find(definitions, name, &syntax::Definition::name);
      found != definitions.end()) {
    if (depth == max_graph_depth) {
      file_->fail(found->at, fmt::format("${} is defined by itself", name));
    }
    return values_.emplace(name, replace(found->value, found->at, depth + 1)).first->second;
  }
  return around_ != nullptr ? around_->find(name, depth) : std::nullopt;
}

std::string Variables::replace(std::string_view configuration, Position at, unsigned depth) const {
  std::string replaced;
  if (configuration.find('$') == configuration.npos) {
    return std::string(configuration);
  }
  walk(configuration, [&](std::string_view text, const Use* use, bool quoted) {
    if (use == nullptr) {
      replaced += text;
      return;
    }
    const auto value = find(use->name, depth);
    if (!value && !use->otherwise) {
      file_->fail(at, fmt::format("${} is not set", use->name));
    }
    const std::string& inserted = value ? *value : *use->otherwise;
    replaced += quoted ? escape(inserted) : inserted;
    if (replaced.size() > max_configuration_bytes) {
      file_->fail(at, fmt::format("more than {} bytes of arguments", max_configuration_bytes));
    }
  });
  walk(replaced, [&](std::string_view text, const Use* use, bool) {
    if (use != nullptr) {
      file_->fail(at, fmt::format("'{}' is what values of variables make together: they cannot", text));
    }
  });
  return replaced;
}

}  // namespace augustus::element
