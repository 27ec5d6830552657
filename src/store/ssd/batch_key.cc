// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/batch_key.hh"

#include <algorithm>

#include "store/ssd/disk_format.hh"
#include "wire/tlv_header.hh"

namespace augustus::store {
namespace {

/// Batches, unsegmented names and prefixes.
constexpr std::uint64_t seeds_of_format = 3;

}  // namespace

wire::SegmentName BatchKeys::split(const StoredName& name) const {
  if (name.is_ndn()) {
    return wire::split_segment(name.bytes, rule_);
  }
  const std::size_t last = name.last();
  return name.bytes.size() - last == sizeof(std::uint32_t)
             ? wire::SegmentName{last, wire::load_be32(name.bytes.data() + last), true}
             : wire::SegmentName{name.bytes.size(), 0, false};
}

BatchPlace BatchKeys::place(const StoredName& name, std::uint64_t batches) const {
  const wire::SegmentName segment = split(name);
  const std::uint64_t seed = seed_ + seeds_of_format * static_cast<std::uint64_t>(name.format);
  if (!segment.segmented) {
    return {disk::checksum(name.bytes, seed + 1) & key_mask, 1, 0, false};
  }
  const std::uint64_t quotient = segment.number / batch_ + batches;
  std::uint8_t bytes[sizeof(quotient)];
  for (unsigned i = 0; i < sizeof(quotient); ++i) {
    bytes[i] = static_cast<std::uint8_t>(quotient >> (8 * i));
  }
  const std::uint64_t prefix = disk::checksum(name.bytes.first(segment.prefix_bytes), seed);
  const auto position = static_cast<std::uint32_t>(segment.number % batch_);
  return {disk::checksum(bytes, prefix) & key_mask, std::uint32_t{1} << position, position, true};
}

std::optional<std::uint32_t> BatchKeys::position(const StoredName& name) const {
  const wire::SegmentName segment = split(name);
  return segment.segmented ? std::optional(static_cast<std::uint32_t>(segment.number % batch_))
                           : std::nullopt;
}

BatchPlace BatchKeys::prefix_place(std::span<const std::uint8_t> prefix) const {
  return {(disk::checksum(prefix, seed_ + 2) & key_mask) | 1, 1, 0, false};
}

unsigned BatchKeys::prefix_ends(std::span<const std::uint8_t> name, std::span<std::size_t> ends) const {
  const wire::SegmentName segment = wire::split_segment(name, rule_);
  if (segment.segmented && segment.number >= batch_) {
    return 0;
  }
  // Proper prefixes, the empty one aside, into a ring of the longest.
  unsigned count = 0;
  wire::TlvHeader component;
  const std::uint8_t* const end = name.data() + name.size();
  for (const std::uint8_t* at = name.data();
       wire::read_tlv_header(at, end, component) == wire::TlvOutcome::ok;) {
    at = component.end();
    if (at == end) {
      break;
    }
    ends[count++ % ends.size()] = static_cast<std::size_t>(at - name.data());
  }
  return std::min<unsigned>(count, static_cast<unsigned>(ends.size()));
}

}  // namespace augustus::store
