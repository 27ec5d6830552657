// SPDX-License-Identifier: Apache-2.0
#include "manage/config_table.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "manage/config.hh"

namespace augustus::manage {
namespace {

constexpr std::string_view name_expected = "expected a name such as \"/example/hello\"";

std::string range_text(std::int64_t least, std::int64_t most) {
  return fmt::format("expected a whole number from {} to {}", least, most);
}

std::string list_of(const std::vector<std::string>& texts) {
  return texts.empty() ? "[]" : fmt::format("[\"{}\"]", fmt::join(texts, "\", \""));
}

/// Largest number that TOML can hold.
std::uint64_t capped(std::uint64_t most) {
  return std::min<std::uint64_t>(most, std::numeric_limits<std::int64_t>::max());
}

}  // namespace

const toml::node* ConfigTable::find(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) {
    known_.emplace_back(key);
  }
  const toml::node* node = table_.get(key);
  if (node != nullptr) {
    values_.places.try_emplace(child_path(key), place_of(node->source().begin));
  }
  return node;
}

std::string ConfigTable::child_path(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::string ConfigTable::quoted(std::string_view text) {
  return fmt::format("\"{}\"", text);
}

void ConfigTable::note(std::string_view key, std::string text) {
  values_.keys[child_path(key)] = std::move(text);
}

ConfigValues::Element ConfigTable::element_of(const ConfigValues& read, std::string_view key) const {
  ConfigValues::Element element;
  const std::size_t path_bytes = child_path(key).size() + 1;
  for (const auto& [path, text] : read.keys) {
    const std::string name = path.substr(path_bytes);
    const std::string_view between = element.text.empty() ? "" : ", ";
    element.text += fmt::format("{}{} = {}", between, name, text);
    element.shown += fmt::format("{}{} = {}", between, name, name == "secret" ? "(hidden)" : text);
  }
  return element;
}

std::string ConfigTable::folder() const {
  return std::filesystem::path(file_).parent_path().string();
}

std::string ConfigTable::place_of(const toml::source_position& position) const {
  return fmt::format("{}:{}:{}", file_, position.line, position.column);
}

void ConfigTable::throw_at(const toml::source_position& position, const std::string& message) const {
  throw ConfigError(fmt::format("{}: {}", place_of(position), message));
}

void ConfigTable::fail_at(const toml::node& node, std::string_view key, std::string_view expected) const {
  throw_at(node.source().begin, fmt::format("{}: {}", child_path(key), expected));
}

void ConfigTable::fail(std::string_view key, std::string_view expected) const {
  const toml::node* node = table_.get(key);
  fail_at(node == nullptr ? table_ : *node, key, expected);
}

void ConfigTable::require(std::string_view key, std::string_view expected) {
  if (!has(key)) {
    throw_at(table_.source().begin, fmt::format("{} is missing: {}", child_path(key), expected));
  }
}

void ConfigTable::get(std::string_view key, bool& value) {
  if (const toml::node* node = find(key)) {
    if (!node->is_boolean()) {
      fail_at(*node, key, "expected true or false");
    }
    value = node->as_boolean()->get();
  }
  note(key, value ? "true" : "false");
}

void ConfigTable::get(std::string_view key, std::string& value) {
  if (const toml::node* node = find(key)) {
    if (!node->is_string()) {
      fail_at(*node, key, "expected a text in quotes");
    }
    value = node->as_string()->get();
  }
  note(key, quoted(value));
}

void ConfigTable::get(std::string_view key, wire::Name& value) {
  if (const toml::node* node = find(key)) {
    const auto name = node->is_string() ? wire::Name::from_uri(node->as_string()->get()) : std::nullopt;
    if (!name) {
      fail_at(*node, key, name_expected);
    }
    value = *name;
  }
  note(key, quoted(value.uri()));
}

const toml::array* ConfigTable::find_array(std::string_view key, std::string_view expected) {
  const toml::node* node = find(key);
  if (node != nullptr && !node->is_array()) {
    fail_at(*node, key, expected);
  }
  return node == nullptr ? nullptr : node->as_array();
}

void ConfigTable::get(std::string_view key, std::vector<std::string>& values) {
  if (const toml::node* node = find(key); node != nullptr && node->is_string()) {
    values = {node->as_string()->get()};
    note(key, list_of(values));
    return;
  }
  constexpr std::string_view expected = "expected an array of texts in quotes";
  if (const toml::array* array = find_array(key, expected)) {
    values.clear();
    for (const toml::node& element : *array) {
      if (!element.is_string()) {
        fail_at(element, key, expected);
      }
      values.push_back(element.as_string()->get());
    }
  }
  note(key, list_of(values));
}

void ConfigTable::get(std::string_view key, std::vector<wire::Name>& values) {
  if (const toml::array* array = find_array(key, "expected an array of names")) {
    values.clear();
    for (const toml::node& element : *array) {
      const auto name = element.is_string() ? wire::Name::from_uri(element.as_string()->get()) : std::nullopt;
      if (!name) {
        fail_at(element, key, name_expected);
      }
      values.push_back(*name);
    }
  }
  std::vector<std::string> uris;
  std::ranges::transform(values, std::back_inserter(uris), &wire::Name::uri);
  note(key, list_of(uris));
}

void ConfigTable::get(std::string_view key, std::vector<int>& values, int least, int most) {
  if (const toml::array* array = find_array(key, "expected an array of whole numbers")) {
    values.clear();
    for (const toml::node& element : *array) {
      const std::int64_t value = element.is_integer() ? element.as_integer()->get() : least - std::int64_t{1};
      if (value < least || value > most) {
        fail_at(element, key, range_text(least, most));
      }
      values.push_back(static_cast<int>(value));
    }
  }
  note(key, fmt::format("[{}]", fmt::join(values, ", ")));
}

std::uint64_t ConfigTable::number(std::string_view key, std::uint64_t value, std::uint64_t least,
                                  std::uint64_t most) {
  const toml::node* node = find(key);
  if (node == nullptr) {
    note(key, std::to_string(value));
    return value;
  }
  const std::int64_t given = node->is_integer() ? node->as_integer()->get() : -1;
  if (given < 0 || static_cast<std::uint64_t>(given) < least || static_cast<std::uint64_t>(given) > most) {
    fail_at(*node, key,
            range_text(static_cast<std::int64_t>(least), static_cast<std::int64_t>(capped(most))));
  }
  note(key, std::to_string(given));
  return static_cast<std::uint64_t>(given);
}

void ConfigTable::get_or_auto(std::string_view key, std::optional<unsigned>& value, unsigned least,
                              unsigned most) {
  if (const toml::node* node = find(key)) {
    const std::int64_t given = node->is_integer() ? node->as_integer()->get() : -1;
    const bool number = given >= std::int64_t{least} && given <= std::int64_t{most};
    if (!number && !(node->is_string() && node->as_string()->get() == "auto")) {
      fail_at(*node, key, fmt::format("expected \"auto\" or a whole number from {} to {}", least, most));
    }
    value = number ? std::optional(static_cast<unsigned>(given)) : std::nullopt;
  }
  note(key, value ? std::to_string(*value) : quoted("auto"));
}

std::size_t ConfigTable::choice(std::string_view key, const std::vector<std::string_view>& words) {
  const toml::node* node = find(key);
  if (node == nullptr) {
    return words.size();
  }
  const auto chosen = node->is_string() ? std::ranges::find(words, node->as_string()->get()) : words.end();
  if (chosen == words.end()) {
    fail_at(*node, key, fmt::format("expected one of \"{}\"", fmt::join(words, "\", \"")));
  }
  return static_cast<std::size_t>(chosen - words.begin());
}

void ConfigTable::in(std::string_view key, const Reader& read) {
  static const toml::table nothing;
  const toml::node* node = find(key);
  if (node != nullptr && !node->is_table()) {
    fail_at(*node, key, fmt::format("expected a table, written [{}]", child_path(key)));
  }
  ConfigTable child(node == nullptr ? nothing : *node->as_table(), child_path(key), file_, values_);
  read(child);
  child.finish();
}

bool ConfigTable::each(std::string_view key, const Reader& read) {
  const std::string expected = fmt::format("expected tables, each written [[{}]]", child_path(key));
  const toml::array* array = find_array(key, expected);
  if (array == nullptr) {
    return false;
  }
  for (const toml::node& element : *array) {
    if (!element.is_table()) {
      fail_at(element, key, expected);
    }
    ConfigValues of_child;
    ConfigTable child(*element.as_table(), child_path(key), file_, of_child);
    read(child);
    child.finish();
    auto& elements = values_.elements[child_path(key)];
    const std::string path = fmt::format("{}[{}]", child_path(key), elements.size());
    values_.places[path] = place_of(element.source().begin);
    for (const auto& [of_key, place] : of_child.places) {
      values_.places[path + of_key.substr(child_path(key).size())] = place;
    }
    elements.push_back(element_of(of_child, key));
  }
  return true;
}

void ConfigTable::each_text(const std::function<void(const std::string&, const std::string&)>& visit) {
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    std::string text;
    get(name, text);
    visit(name, text);
  }
}

void ConfigTable::finish() const {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) == known_.end()) {
      throw_at(key.source().begin, fmt::format("{}: no such key: expected one of {}", child_path(key.str()),
                                               fmt::join(known_, ", ")));
    }
  }
}

}  // namespace augustus::manage
