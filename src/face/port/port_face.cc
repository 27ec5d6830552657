// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_face.hh"

#include <cstring>

namespace augustus::face {

std::array<std::uint64_t, 3> PortFaceKey::words() const {
  std::array<std::uint64_t, 3> words;
  std::memcpy(words.data(), address.bytes.data(), address.bytes.size());
  words[0] ^= mac.number();
  words[2] = std::uint64_t{port} << 8 | static_cast<std::uint64_t>(kind);
  return words;
}

}  // namespace augustus::face
