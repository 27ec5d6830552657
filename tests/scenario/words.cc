// SPDX-License-Identifier: Apache-2.0
#include "scenario/words.hh"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

namespace augustus::scenario {
namespace {

std::string expand(std::string word) {
  for (auto open = word.find('{'); open != std::string::npos && word.size() > 1; open = word.find('{')) {
    const auto star = word.find('*', open);
    const auto close = word.find('}', open);
    if (star == std::string::npos || close == std::string::npos || star > close) {
      throw std::runtime_error("expected {text*N}");
    }
    const auto text = word.substr(open + 1, star - open - 1);
    std::string repeated;
    for (auto left = to_number(word.substr(star + 1, close - star - 1)); left > 0; --left) {
      repeated += text;
    }
    word.replace(open, close - open + 1, repeated);
  }
  return word;
}

}  // namespace

Words::Words(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::string word;
  while (stream >> word && !word.starts_with('#')) {
    words_.push_back(expand(word));
  }
}

std::string Words::take(std::string_view expected) {
  if (words_.empty()) {
    throw std::runtime_error(fmt::format("expected {}", expected));
  }
  auto word = words_.front();
  words_.pop_front();
  return word;
}

void Words::expect(std::string_view word) {
  if (const auto taken = take(word); taken != word) {
    throw std::runtime_error(fmt::format("expected {}, not '{}'", word, taken));
  }
}

void Words::end() const {
  if (!words_.empty()) {
    throw std::runtime_error(fmt::format("unexpected '{}'", words_.front()));
  }
}

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::uint64_t to_number(std::string_view word) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size()) {
    throw std::runtime_error(fmt::format("expected a number, not '{}'", word));
  }
  return number;
}

std::uint64_t to_milliseconds(std::string_view word) {
  if (word.ends_with("ms")) {
    return to_number(word.substr(0, word.size() - 2));
  }
  if (word.ends_with('s')) {
    return to_number(word.substr(0, word.size() - 1)) * 1000;
  }
  throw std::runtime_error(fmt::format("expected a duration such as 100ms or 2s, not '{}'", word));
}

wire::Name to_name(const std::string& word) {
  auto name = wire::Name::from_uri(word);
  if (!name) {
    throw std::runtime_error(fmt::format("expected a name, not '{}'", word));
  }
  return *name;
}

std::vector<std::uint8_t> to_bytes(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    std::uint8_t byte = 0;
    if (std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16).ec != std::errc{}) {
      throw std::runtime_error(fmt::format("expected hexadecimal digits, not '{}'", hex));
    }
    bytes.push_back(byte);
  }
  return bytes;
}

std::pair<std::string, std::string> split_pair(const std::string& word) {
  const auto equals = word.find('=');
  return equals == std::string::npos ? std::pair{word, std::string()}
                                     : std::pair{word.substr(0, equals), word.substr(equals + 1)};
}

}  // namespace augustus::scenario
