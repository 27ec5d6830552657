// SPDX-License-Identifier: Apache-2.0
#include "base/hash_key.hh"

#include <sys/random.h>

#include <stdexcept>

namespace augustus {

HashKey HashKey::random() {
  HashKey key;
  if (getrandom(key.words.data(), sizeof(key.words), 0) != static_cast<ssize_t>(sizeof(key.words))) {
    throw std::runtime_error("no entropy for the table hash key");
  }
  // An even multiplier loses bits in the fold.
  for (auto& word : key.words) {
    word |= 1;
  }
  return key;
}

}  // namespace augustus
