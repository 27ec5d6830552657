// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "element/language/position.hh"

namespace augustus::element {

/// A place in a text that knows its line and column. Small: copied to look ahead.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return offset_ == text_.size(); }
  /// The character `ahead` of this one, 0 after the end.
  char peek(std::size_t ahead = 0) const {
    return text_.size() - offset_ > ahead ? text_[offset_ + ahead] : '\0';
  }
  bool looking_at(std::string_view what) const { return text_.substr(offset_).starts_with(what); }
  void skip(std::size_t count = 1);

  // Past what stands here; false, and not moved, when it is something else. What is not closed sets
  // `unclosed` and ends at the end of the text.
  bool skip_hex_data(bool& unclosed);  ///< `\<48 49>`
  bool skip_quote(bool& unclosed);     ///< in "" or '', or hex data
  bool skip_comment(bool& unclosed);

  std::size_t offset() const { return offset_; }
  Position position() const { return position_; }
  std::string_view since(std::size_t offset) const { return text_.substr(offset, offset_ - offset); }

 private:
  bool skip_past(std::string_view end);

  std::string_view text_;
  std::size_t offset_ = 0;
  Position position_;
};

}  // namespace augustus::element
