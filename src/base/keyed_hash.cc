// SPDX-License-Identifier: Apache-2.0
#include "base/keyed_hash.hh"

namespace augustus {

std::uint64_t KeyedHash::fold_long(std::span<const std::uint8_t> component) const {
  const std::uint8_t* bytes = component.data();
  std::size_t left = component.size();
  std::uint64_t state = key_.words[0];
  for (; left > 16; bytes += 16, left -= 16) {
    state = fold(load<std::uint64_t>(bytes) ^ key_.words[2], load<std::uint64_t>(bytes + 8) ^ state);
  }
  // The last 16 bytes again where fewer are left: 8 of them are the caller's.
  return fold(load<std::uint64_t>(component.data() + component.size() - 16) ^ key_.words[1], state);
}

}  // namespace augustus
