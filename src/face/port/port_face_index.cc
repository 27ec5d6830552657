// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_face_index.hh"

#include <bit>
#include <cstring>

namespace augustus::face {

std::array<std::uint64_t, 3> PortFaceKey::words() const {
  std::array<std::uint64_t, 3> words;
  std::memcpy(words.data(), address.bytes.data(), address.bytes.size());
  words[0] ^= mac.number();
  words[2] = std::uint64_t{port} << 8 | static_cast<std::uint64_t>(kind);
  return words;
}

PortFaceIndex::PortFaceIndex(std::uint32_t faces_max)
    : hash_(HashKey::random()),
      mask_(std::bit_ceil(2 * faces_max) - 1),
      entries_(std::make_unique<Entry[]>(mask_ + 1)) {}

std::uint64_t PortFaceIndex::hash_of(const PortFaceKey& key) const {
  const auto words = key.words();
  return hash_.extend(hash_.empty(), {reinterpret_cast<const std::uint8_t*>(words.data()), sizeof(words)});
}

PortFace* PortFaceIndex::find(const PortFaceKey& key) const {
  if (last_ != nullptr && last_->key == key) {
    return last_;
  }
  const std::uint64_t hash = hash_of(key);
  for (std::uint32_t i = hash & mask_; entries_[i].face != nullptr; i = (i + 1) & mask_) {
    if (entries_[i].hash == hash && entries_[i].face->key == key) {
      return last_ = entries_[i].face;
    }
  }
  return nullptr;
}

void PortFaceIndex::insert(PortFace& face) {
  const std::uint64_t hash = hash_of(face.key);
  std::uint32_t i = hash & mask_;
  while (entries_[i].face != nullptr) {
    i = (i + 1) & mask_;
  }
  entries_[i] = Entry{hash, &face};
}

void PortFaceIndex::erase(const PortFace& face) {
  last_ = nullptr;
  std::uint32_t hole = hash_of(face.key) & mask_;
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

}  // namespace augustus::face
