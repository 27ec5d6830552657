// SPDX-License-Identifier: Apache-2.0
#include "base/keyed_hash.hh"

#include <cstring>

namespace augustus {
namespace {

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t load64(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

std::uint64_t load_tail(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, count);
  return word;
}

}  // namespace

std::uint64_t KeyedHash::extend(std::uint64_t prefix, std::span<const std::uint8_t> component) const {
  const auto& key = key_.words;
  std::uint64_t state = prefix ^ key[1];
  const std::uint8_t* bytes = component.data();
  std::size_t left = component.size();
  while (left > 16) {
    state = fold(load64(bytes) ^ key[2], load64(bytes + 8) ^ state);
    bytes += 16;
    left -= 16;
  }
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (left > 8) {
    first = load64(bytes);
    second = load_tail(bytes + 8, left - 8);
  } else {
    first = load_tail(bytes, left);
  }
  state = fold(first ^ key[2], second ^ state);
  return fold(state ^ key[3], component.size() ^ key[1]);
}

}  // namespace augustus
