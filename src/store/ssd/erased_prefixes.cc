// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/erased_prefixes.hh"

#include <algorithm>
#include <cstring>

namespace augustus::store {
namespace {

constexpr std::size_t entry_bytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);
/// Of the length on the disk; above them stands the format.
constexpr unsigned length_bits = 24;

std::uint64_t checksum_of(std::span<const std::uint8_t> all, const disk::ErasedHeader& header) {
  const std::uint64_t own = disk::checksum(all.first(offsetof(disk::ErasedHeader, checksum)), header.magic);
  return disk::checksum(all.subspan(sizeof(header), header.bytes), own);
}

}  // namespace

bool ErasedPrefixes::add(const StoredName& prefix, std::uint64_t sequence) {
  // Of compact prefixes only the same one: where the components of a longer one end is not known here.
  std::erase_if(prefixes_, [&](const Prefix& other) {
    return (prefix.is_ndn() && prefix.bytes.empty()) || is_below({other.name, other.format}, prefix);
  });
  if (sizeof(disk::ErasedHeader) + bytes() + entry_bytes + prefix.bytes.size() > disk::erased_bytes) {
    return false;
  }
  prefixes_.push_back({{prefix.bytes.begin(), prefix.bytes.end()}, sequence, prefix.format});
  return true;
}

bool ErasedPrefixes::covers(const StoredName& name, std::uint64_t sequence) const {
  return std::ranges::any_of(prefixes_, [&](const Prefix& prefix) {
    return sequence < prefix.sequence && (prefix.is_all() || is_below(name, {prefix.name, prefix.format}));
  });
}

std::uint64_t ErasedPrefixes::newest_sequence() const {
  std::uint64_t newest = 0;
  for (const Prefix& prefix : prefixes_) {
    newest = std::max(newest, prefix.sequence);
  }
  return newest;
}

std::size_t ErasedPrefixes::bytes() const {
  std::size_t bytes = 0;
  for (const Prefix& prefix : prefixes_) {
    bytes += entry_bytes + prefix.name.size();
  }
  return bytes;
}

void ErasedPrefixes::write(std::span<std::uint8_t> out, std::uint64_t generation) const {
  disk::ErasedHeader header;
  header.generation = generation;
  header.count = static_cast<std::uint32_t>(prefixes_.size());
  header.bytes = static_cast<std::uint32_t>(bytes());
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  std::uint8_t* at = out.data() + sizeof(header);
  for (const Prefix& prefix : prefixes_) {
    const auto length = static_cast<std::uint32_t>(prefix.name.size());
    const std::uint32_t written = length | static_cast<std::uint32_t>(prefix.format) << length_bits;
    std::memcpy(at, &prefix.sequence, sizeof(prefix.sequence));
    std::memcpy(at + sizeof(prefix.sequence), &written, sizeof(written));
    std::copy(prefix.name.begin(), prefix.name.end(), at + entry_bytes);
    at += entry_bytes + length;
  }
  std::memcpy(out.data(), &header, sizeof(header));
  header.checksum = checksum_of(out, header);
  std::memcpy(out.data(), &header, sizeof(header));
}

bool ErasedPrefixes::read(std::span<const std::uint8_t> in, std::uint64_t& generation) {
  disk::ErasedHeader header;
  std::memcpy(&header, in.data(), sizeof(header));
  if (header.magic != disk::erased_magic || header.bytes > in.size() - sizeof(header) ||
      checksum_of(in, header) != header.checksum) {
    return false;
  }
  if (header.generation <= generation) {
    return true;
  }
  generation = header.generation;
  prefixes_.clear();
  auto left = in.subspan(sizeof(header), header.bytes);
  for (std::uint32_t i = 0; i < header.count && left.size() >= entry_bytes; ++i) {
    std::uint64_t sequence = 0;
    std::uint32_t length = 0;
    std::memcpy(&sequence, left.data(), sizeof(sequence));
    std::memcpy(&length, left.data() + sizeof(sequence), sizeof(length));
    left = left.subspan(entry_bytes);
    const auto format = static_cast<wire::PacketFormat>(length >> length_bits);
    length &= (1u << length_bits) - 1;
    if (length > left.size()) {
      return false;
    }
    prefixes_.push_back({{left.begin(), left.begin() + length}, sequence, format});
    left = left.subspan(length);
  }
  return true;
}

}  // namespace augustus::store
