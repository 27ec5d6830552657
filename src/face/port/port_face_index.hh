// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "base/keyed_hash.hh"
#include "face/port/port_face.hh"

namespace augustus::face {

/// Finds a port's Face by its remote. A hash table of fixed size with linear probing; the hash is keyed,
/// because strangers choose the addresses.
class PortFaceIndex {
 public:
  /// Room for `faces_max` Faces at a load of at most one half.
  explicit PortFaceIndex(std::uint32_t faces_max);

  PortFace* find(const PortFaceKey& key) const;
  /// The key is not in the index, and there are fewer than faces_max.
  void insert(PortFace& face);
  void erase(const PortFace& face);

 private:
  struct Entry {
    std::uint64_t hash = 0;
    PortFace* face = nullptr;
  };

  std::uint64_t hash_of(const PortFaceKey& key) const;

  KeyedHash hash_;
  std::uint32_t mask_;
  std::unique_ptr<Entry[]> entries_;
  mutable PortFace* last_ = nullptr;  ///< found last: packets come in runs from one remote
};

}  // namespace augustus::face
