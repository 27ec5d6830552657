// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::uint64_t extend(std::uint64_t prefix, std::span<const std::uint8_t> component) const;

 private:
  HashKey key_;
};

}  // namespace augustus
