// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/content.hh"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>

#include "traffic/names/random.hh"

namespace augustus::traffic {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);
/// Between two words: odd, so that all words of a content differ.
constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;

std::uint64_t first_word(std::uint64_t name_hash, std::uint64_t seed) {
  return scramble(name_hash ^ scramble(seed + 1));
}

}  // namespace

std::uint64_t name_hash(std::span<const std::uint8_t> name_value) {
  return XXH3_64bits(name_value.data(), name_value.size());
}

void write_content(std::span<std::uint8_t> to, std::uint64_t name_hash, std::uint64_t seed) {
  std::uint64_t word = first_word(name_hash, seed);
  std::size_t at = 0;
  for (; at + word_bytes <= to.size(); at += word_bytes, word += step) {
    std::memcpy(to.data() + at, &word, word_bytes);
  }
  if (at != to.size()) {
    std::memcpy(to.data() + at, &word, to.size() - at);
  }
}

bool is_content(std::span<const std::uint8_t> content, std::uint64_t name_hash, std::uint64_t seed) {
  std::uint64_t word = first_word(name_hash, seed);
  std::uint64_t difference = 0;
  std::size_t at = 0;
  for (; at + word_bytes <= content.size(); at += word_bytes, word += step) {
    std::uint64_t found = 0;
    std::memcpy(&found, content.data() + at, word_bytes);
    difference |= found ^ word;
  }
  return difference == 0 &&
         (at == content.size() || std::memcmp(content.data() + at, &word, content.size() - at) == 0);
}

}  // namespace augustus::traffic
