// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "manage/config_values.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// One table of a configuration file, read strictly: each key is asked for by type and range; whatever was
/// not asked for is refused by finish(). A key that is absent leaves its variable alone. Everything throws
/// ConfigError with the place in the file.
class ConfigTable {
 public:
  /// `path` is the table's name in messages ("faces.udp"); empty: the file itself. What is read, with
  /// defaults, is written down in `values`.
  ConfigTable(const toml::table& table, std::string path, const std::string& file, ConfigValues& values)
      : table_(table), path_(std::move(path)), file_(file), values_(values) {}

  bool has(std::string_view key) { return find(key) != nullptr; }

  void get(std::string_view key, bool& value);
  void get(std::string_view key, std::string& value);
  void get(std::string_view key, wire::Name& value);
  /// An array of texts, or one text alone.
  void get(std::string_view key, std::vector<std::string>& values);
  /// An array of names.
  void get(std::string_view key, std::vector<wire::Name>& values);
  /// An array of whole numbers from `least` to `most`.
  void get(std::string_view key, std::vector<int>& values, int least, int most);
  /// A whole number from `least` to `most`.
  template <std::unsigned_integral Number>
  void get(std::string_view key, Number& value, std::uint64_t least = 0,
           std::uint64_t most = std::numeric_limits<Number>::max()) {
    value = static_cast<Number>(number(key, value, least, most));
  }
  /// The same, or "auto" for std::nullopt.
  void get_or_auto(std::string_view key, std::optional<unsigned>& value, unsigned least, unsigned most);
  /// One of several words.
  template <typename Value>
  void get_choice(std::string_view key, Value& value,
                  std::initializer_list<std::pair<std::string_view, Value>> choices) {
    std::vector<std::string_view> words;
    for (const auto& [word, meaning] : choices) {
      words.push_back(word);
    }
    if (const std::size_t chosen = choice(key, words); chosen < words.size()) {
      value = (choices.begin() + chosen)->second;
    }
    for (const auto& [word, meaning] : choices) {
      if (meaning == value) {
        note(key, quoted(word));
      }
    }
  }

  using Reader = std::function<void(ConfigTable&)>;
  /// Reads the table under `key` and finishes it; where there is none, an empty one.
  void in(std::string_view key, const Reader& read);
  /// Reads each table of the array under `key`, as [[key]] writes them. False when the key is absent.
  bool each(std::string_view key, const Reader& read);
  /// Calls `visit(key, text)` for each entry of this table, all of which must be texts.
  void each_text(const std::function<void(const std::string& key, const std::string& text)>& visit);

  /// Refuses the table unless it has `key`.
  void require(std::string_view key, std::string_view expected);
  /// Refuses the value of `key`, or the whole table when it is absent.
  [[noreturn]] void fail(std::string_view key, std::string_view expected) const;
  /// Refuses keys that nobody asked for.
  void finish() const;

  /// The file's own folder, for paths in it that are relative.
  std::string folder() const;

 private:
  const toml::node* find(std::string_view key);
  void note(std::string_view key, std::string text);
  static std::string quoted(std::string_view text);
  ConfigValues::Element element_of(const ConfigValues& read, std::string_view key) const;
  std::string child_path(std::string_view key) const;
  std::uint64_t number(std::string_view key, std::uint64_t value, std::uint64_t least, std::uint64_t most);
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& words);
  const toml::array* find_array(std::string_view key, std::string_view expected);
  std::string place_of(const toml::source_position& position) const;
  [[noreturn]] void fail_at(const toml::node& node, std::string_view key, std::string_view expected) const;
  [[noreturn]] void throw_at(const toml::source_position& position, const std::string& message) const;

  const toml::table& table_;
  std::string path_;
  const std::string& file_;
  ConfigValues& values_;
  std::vector<std::string> known_;
};

}  // namespace augustus::manage
