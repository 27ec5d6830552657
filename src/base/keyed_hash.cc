// SPDX-License-Identifier: Apache-2.0
#include "base/keyed_hash.hh"

namespace augustus {

std::uint64_t KeyedHash::extend_other(std::uint64_t prefix, std::span<const std::uint8_t> component) const {
  const std::uint8_t* const bytes = component.data();
  const std::size_t size = component.size();
  if (size == 0) {
    return finish(prefix, 0, 0, 0);
  }
  if (size < 4) {
    const std::uint64_t three =
        std::uint64_t{bytes[0]} << 16 | std::uint64_t{bytes[size / 2]} << 8 | bytes[size - 1];
    return finish(prefix, three, 0, size);
  }
  std::uint64_t state = key_.words[0];
  std::size_t at = 0;
  for (; size - at > 16; at += 16) {
    state = fold(load<std::uint64_t>(bytes + at) ^ key_.words[2], load<std::uint64_t>(bytes + at + 8) ^ state);
  }
  // The last 16 bytes, some of them again.
  state = fold(load<std::uint64_t>(bytes + size - 16) ^ key_.words[1], state);
  return finish(prefix, state, load<std::uint64_t>(bytes + size - 8), size);
}

}  // namespace augustus
