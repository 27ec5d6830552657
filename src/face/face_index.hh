// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <memory>

#include "base/keyed_hash.hh"

namespace augustus::face {

/// Finds the Face of a transport by its remote, a member of the Face whose words() name it. A hash table of
/// fixed size with linear probing; the hash is keyed, because strangers choose the addresses. Owns no Face.
template <typename Face, auto remote>
class FaceIndex {
 public:
  /// Room for `faces_max` Faces at a load of at most one half.
  explicit FaceIndex(std::uint32_t faces_max)
      : hash_(HashKey::random()),
        mask_(std::bit_ceil(2 * faces_max) - 1),
        entries_(std::make_unique<Entry[]>(mask_ + 1)) {}

  Face* find(const auto& key) const {
    if (last_ != nullptr && last_->*remote == key) {
      return last_;
    }
    const std::uint64_t hash = hash_of(key);
    for (std::uint32_t i = hash & mask_; entries_[i].face != nullptr; i = (i + 1) & mask_) {
      if (entries_[i].hash == hash && entries_[i].face->*remote == key) {
        return last_ = entries_[i].face;
      }
    }
    return nullptr;
  }

  /// Its remote is not in the index, and there are fewer than faces_max.
  void insert(Face& face) {
    const std::uint64_t hash = hash_of(face.*remote);
    std::uint32_t i = hash & mask_;
    while (entries_[i].face != nullptr) {
      i = (i + 1) & mask_;
    }
    entries_[i] = Entry{hash, &face};
  }

  void erase(const Face& face) {
    last_ = nullptr;
    std::uint32_t hole = hash_of(face.*remote) & mask_;
    while (entries_[hole].face != &face) {
      if (entries_[hole].face == nullptr) {
        return;
      }
      hole = (hole + 1) & mask_;
    }
    // Whatever was pushed past the hole moves back, so that a probe may still stop at the first free place.
    for (std::uint32_t i = (hole + 1) & mask_; entries_[i].face != nullptr; i = (i + 1) & mask_) {
      const std::uint32_t home = entries_[i].hash & mask_;
      if (((i - home) & mask_) >= ((i - hole) & mask_)) {
        entries_[hole] = entries_[i];
        hole = i;
      }
    }
    entries_[hole] = Entry{};
  }

 private:
  struct Entry {
    std::uint64_t hash = 0;
    Face* face = nullptr;
  };

  std::uint64_t hash_of(const auto& key) const {
    const auto words = key.words();
    return hash_.extend(hash_.empty(), {reinterpret_cast<const std::uint8_t*>(words.data()), sizeof(words)});
  }

  KeyedHash hash_;
  std::uint32_t mask_;
  std::unique_ptr<Entry[]> entries_;
  mutable Face* last_ = nullptr;  ///< found last: packets come in runs from one remote
};

}  // namespace augustus::face
