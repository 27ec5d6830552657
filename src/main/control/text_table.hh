// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace augustus::control {

/// Rows of text in aligned columns under a heading. Columns of numbers are aligned to the right.
class TextTable {
 public:
  struct Column {
    std::string heading;
    bool is_number = false;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// As many cells as columns.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(std::ostream& out, const std::string& indent = "") const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// "name value" lines with the values in one column.
class FieldList {
 public:
  void add(const std::string& name, const std::string& value) { fields_.emplace_back(name, value); }
  void print(std::ostream& out, const std::string& indent = "") const;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

}  // namespace augustus::control
