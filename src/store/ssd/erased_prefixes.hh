// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/ssd/disk_format.hh"
#include "store/stored_name.hh"

namespace augustus::store {

/// Prefixes that were erased: an extent written before that has nothing below them, whatever it says. So
/// erasing costs the same however much is stored, and outlives a restart. Bounded by what fits its place on
/// the disk.
class ErasedPrefixes {
 public:
  /// Extents of a lower sequence have nothing below `prefix` any more; the empty NDN prefix is that of all names
  /// of all formats. False: no room.
  bool add(const StoredName& prefix, std::uint64_t sequence);
  bool covers(const StoredName& name, std::uint64_t sequence) const;
  bool empty() const { return prefixes_.empty(); }
  std::size_t size() const { return prefixes_.size(); }
  std::uint64_t newest_sequence() const;
  void clear() { prefixes_.clear(); }

  /// As on the disk; `out` is disk::erased_bytes.
  void write(std::span<std::uint8_t> out, std::uint64_t generation) const;
  /// Takes what `in` says if it is valid and newer than `generation`, which it then updates. False: it is not
  /// valid.
  bool read(std::span<const std::uint8_t> in, std::uint64_t& generation);

 private:
  struct Prefix {
    std::vector<std::uint8_t> name;
    std::uint64_t sequence;
    wire::PacketFormat format;

    bool is_all() const { return name.empty() && format == wire::PacketFormat::ndn; }
  };
  std::size_t bytes() const;

  std::vector<Prefix> prefixes_;
};

}  // namespace augustus::store
