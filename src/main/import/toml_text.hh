// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace augustus::nfd_import {

/// A configuration file in the making: tables, keys, and remarks for whoever reads it.
class TomlText {
 public:
  /// Begins [name]. A table that gets neither keys nor remarks is left out.
  void table(std::string_view name) { begin("[" + std::string(name) + "]"); }
  /// What is remarked on next belongs to no table.
  void outside() { header_.clear(); }
  /// Begins another [[name]].
  void element(std::string_view name) { begin("[[" + std::string(name) + "]]"); }
  void set(std::string_view key, std::string_view text);
  void set(std::string_view key, const char* text) { set(key, std::string_view(text)); }
  void set(std::string_view key, std::uint64_t number);
  void set(std::string_view key, bool value);
  void set(std::string_view key, const std::vector<std::string>& texts);
  /// A comment where the text stands now.
  void remark(std::string_view text);
  /// A comment that says what could not be taken over, and counts.
  void missing(std::string_view what, std::string_view why);

  std::size_t missing_count() const { return missing_; }
  const std::string& text() const { return text_; }

 private:
  void begin(std::string header);
  void line(std::string_view line);

  std::string text_;
  std::string header_;  ///< of the table begun last, until something is in it
  std::size_t missing_ = 0;
};

}  // namespace augustus::nfd_import
