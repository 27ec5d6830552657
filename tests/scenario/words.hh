// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/name.hh"

namespace augustus::scenario {

/// The words of one line, without its comment. `{text*N}` inside a word stands for N times the text.
class Words {
 public:
  explicit Words(std::string_view line);

  bool empty() const { return words_.empty(); }
  /// The next word. Throws std::runtime_error naming what was expected when there is none.
  std::string take(std::string_view expected);
  void expect(std::string_view word);
  /// Throws when words are left.
  void end() const;

 private:
  std::deque<std::string> words_;
};

bool is_number(std::string_view word);
std::uint64_t to_number(std::string_view word);
std::uint64_t to_milliseconds(std::string_view word);  ///< "100ms" or "2s"
wire::Name to_name(const std::string& word);
std::vector<std::uint8_t> to_bytes(std::string_view hex);
/// "key=value"; a word without = has an empty value.
std::pair<std::string, std::string> split_pair(const std::string& word);

}  // namespace augustus::scenario
