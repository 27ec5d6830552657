// SPDX-License-Identifier: Apache-2.0
#include "main/control/text_table.hh"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace augustus::control {

void TextTable::print(std::ostream& out, const std::string& indent) const {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    std::size_t width = columns_[column].heading.size();
    for (const auto& row : rows_) {
      width = std::max(width, row[column].size());
    }
    widths.push_back(width);
  }
  const auto print_row = [&](const auto& cell_of) {
    std::string line = indent;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      line += columns_[column].is_number ? fmt::format("{:>{}}", cell_of(column), widths[column])
                                         : fmt::format("{:<{}}", cell_of(column), widths[column]);
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  };
  print_row([this](std::size_t column) { return columns_[column].heading; });
  for (const auto& row : rows_) {
    print_row([&row](std::size_t column) { return row[column]; });
  }
}

void FieldList::print(std::ostream& out, const std::string& indent) const {
  std::size_t width = 0;
  for (const auto& [name, value] : fields_) {
    width = std::max(width, name.size());
  }
  for (const auto& [name, value] : fields_) {
    out << indent << fmt::format("{:>{}}  {}\n", name, width, value);
  }
}

}  // namespace augustus::control
