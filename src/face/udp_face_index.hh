// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "base/keyed_hash.hh"
#include "face/udp_face.hh"

namespace augustus::face {

/// Finds a channel's Face by its remote address and port. A hash table of fixed size with linear probing; the
/// hash is keyed, because strangers choose the addresses.
class UdpFaceIndex {
 public:
  /// Room for `faces_max` Faces at a load of at most one half.
  explicit UdpFaceIndex(std::uint32_t faces_max);

  UdpFace* find(const SocketAddress& remote) const;
  /// The remote is not in the index, and there are fewer than faces_max.
  void insert(UdpFace& face);
  void erase(const UdpFace& face);

 private:
  struct Entry {
    std::uint64_t hash = 0;
    UdpFace* face = nullptr;
  };

  std::uint64_t hash_of(const SocketAddress& remote) const;

  KeyedHash hash_;
  std::uint32_t mask_;
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace augustus::face
