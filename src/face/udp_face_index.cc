// SPDX-License-Identifier: Apache-2.0
#include "face/udp_face_index.hh"

#include <bit>
#include <cstring>

namespace augustus::face {

UdpFaceIndex::UdpFaceIndex(std::uint32_t faces_max)
    : hash_(HashKey::random()),
      mask_(std::bit_ceil(2 * faces_max) - 1),
      entries_(std::make_unique<Entry[]>(mask_ + 1)) {}

std::uint64_t UdpFaceIndex::hash_of(const SocketAddress& remote) const {
  const auto words = remote.key();
  return hash_.extend(hash_.empty(), {reinterpret_cast<const std::uint8_t*>(words.data()), sizeof(words)});
}

UdpFace* UdpFaceIndex::find(const SocketAddress& remote) const {
  const std::uint64_t hash = hash_of(remote);
  for (std::uint32_t i = hash & mask_; entries_[i].face != nullptr; i = (i + 1) & mask_) {
    if (entries_[i].hash == hash && entries_[i].face->remote == remote) {
      return entries_[i].face;
    }
  }
  return nullptr;
}

void UdpFaceIndex::insert(UdpFace& face) {
  const std::uint64_t hash = hash_of(face.remote);
  std::uint32_t i = hash & mask_;
  while (entries_[i].face != nullptr) {
    i = (i + 1) & mask_;
  }
  entries_[i] = Entry{hash, &face};
}

void UdpFaceIndex::erase(const UdpFace& face) {
  std::uint32_t hole = hash_of(face.remote) & mask_;
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
