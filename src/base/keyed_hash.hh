// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/hash_key.hh"

namespace augustus {

/// The table hash: 64 bits, keyed, extended component by component so that the hashes of all prefixes of a
/// name come from one pass over it. hash(prefix + component) = extend(hash(prefix), component TLV bytes).
/// Multiply-and-fold as in wyhash; the key enters every step.
class KeyedHash {
 public:
  explicit KeyedHash(const HashKey& key) : key_(key) {}

  /// The hash of the empty name.
  std::uint64_t empty() const { return key_.words[0]; }

  /// Extends `prefix` by one component, given as its whole TLV (type, length and value).
  [[gnu::always_inline]] std::uint64_t extend(std::uint64_t prefix,
                                              std::span<const std::uint8_t> component) const {
    const std::uint8_t* const bytes = component.data();
    const std::size_t size = component.size();
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    if (size - 8 <= 8) [[likely]] {
      first = load<std::uint64_t>(bytes);
      second = load<std::uint64_t>(bytes + size - 8);
    } else if (size - 4 < 4) {
      first = load<std::uint32_t>(bytes);
      second = load<std::uint32_t>(bytes + size - 4);
    } else {
      return extend_other(prefix, component);
    }
    // The component is folded apart from the prefix, so that a name's components do not wait for each other.
    return finish(prefix, first, second, size);
  }

 private:
  std::uint64_t finish(std::uint64_t prefix, std::uint64_t first, std::uint64_t second,
                       std::size_t size) const {
    const std::uint64_t folded = fold(first ^ key_.words[2], second ^ key_.words[1] ^ size);
    return fold(prefix ^ folded, key_.words[3]);
  }
  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  template <typename Word>
  static std::uint64_t load(const std::uint8_t* bytes) {
    Word word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
  }
  /// The same for a component shorter than 4 bytes or longer than 16.
  std::uint64_t extend_other(std::uint64_t prefix, std::span<const std::uint8_t> component) const;

  HashKey key_;
};

}  // namespace augustus
