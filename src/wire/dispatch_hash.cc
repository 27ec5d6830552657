// SPDX-License-Identifier: Apache-2.0
#include "wire/dispatch_hash.hh"

#include <cstring>
#include <optional>

#include "wire/name.hh"
#include "wire/segment_name.hh"
#include "wire/tlv_header.hh"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace augustus::wire {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t quotient_bytes = 8;
/// Names up to this are hashed in one call from the stack; longer ones pay for a streaming state.
constexpr std::size_t short_name_bytes = 240;
constexpr std::uint8_t segment_marker = 0x00;

std::optional<std::uint64_t> segment_number(const TlvHeader& component) {
  Bytes value = component.bytes();
  if (component.type == component_type::generic && !value.empty() && value[0] == segment_marker) {
    value = value.subspan(1);
  } else if (component.type != component_type::segment) {
    return std::nullopt;
  }
  std::uint64_t number = 0;
  return read_number(value, number) ? std::optional(number) : std::nullopt;
}

std::uint64_t batch_of(std::uint64_t segment, std::uint32_t batch) {
  return batch == batch_whole_content ? 0 : segment / batch;
}

std::uint64_t hash_pair(Bytes name, std::uint64_t quotient) {
  std::uint8_t tail[quotient_bytes];
  for (std::uint8_t& byte : tail) {
    byte = static_cast<std::uint8_t>(quotient);
    quotient >>= 8;
  }
  if (name.size() <= short_name_bytes) {
    std::uint8_t joined[short_name_bytes + quotient_bytes];
    if (!name.empty()) {
      std::memcpy(joined, name.data(), name.size());
    }
    std::memcpy(joined + name.size(), tail, quotient_bytes);
    return XXH3_64bits(joined, name.size() + quotient_bytes);
  }
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, name.data(), name.size());
  XXH3_64bits_update(&state, tail, quotient_bytes);
  return XXH3_64bits_digest(&state);
}

/// `name` is a whole name, its last component the part from `last` on.
std::uint64_t hash_whole(Bytes name, std::size_t last, std::uint32_t batch) {
  TlvHeader component;
  const std::uint8_t* const end = name.data() + name.size();
  if (last < name.size() && read_tlv_header(name.data() + last, end, component) == TlvOutcome::ok) {
    if (const auto segment = segment_number(component)) {
      return hash_pair(name.first(last), batch_of(*segment, batch));
    }
  }
  return XXH3_64bits(name.data(), name.size());
}

std::uint64_t hash_whole(PacketFormat format, Bytes name, std::size_t last, std::uint32_t batch) {
  return format == PacketFormat::ndn ? hash_whole(name, last, batch)
                                     : dispatch_hash_of_compact_name(name, last, batch);
}

/// Offset of component number `index`; `index` < view.component_count.
std::size_t component_offset(Bytes name, const PacketView& view, unsigned index) {
  const unsigned known = index < view.prefix_count() ? index : view.prefix_count();
  std::size_t offset = view.prefix_length(known);
  TlvHeader component;
  for (unsigned i = known; i < index; ++i) {
    if (read_tlv_header(name.data() + offset, name.data() + name.size(), component) != TlvOutcome::ok) {
      break;
    }
    offset = static_cast<std::size_t>(component.end() - name.data());
  }
  return offset;
}

}  // namespace

std::uint64_t dispatch_hash_of_compact_name(Bytes name, std::size_t last, std::uint32_t batch) {
  // The 2016 layout's chunk id.
  if (name.size() - last == sizeof(std::uint32_t)) {
    return hash_pair(name.first(last), batch_of(load_be32(name.data() + last), batch));
  }
  return XXH3_64bits(name.data(), name.size());
}

std::uint64_t dispatch_hash(const std::uint8_t* packet, const PacketView& view, std::uint32_t batch) {
  const Bytes key{packet + view.name_offset, view.key_length()};
  const unsigned components = view.key_components();
  return hash_whole(view.format, key, components == 0 ? 0 : component_offset(key, view, components - 1),
                    batch);
}

std::uint64_t dispatch_hash_of_next_batch(const std::uint8_t* packet, const PacketView& view,
                                          std::uint32_t batch) {
  const Bytes key{packet + view.name_offset, view.key_length()};
  if (view.format != PacketFormat::ndn) {
    const std::size_t last = component_offset(key, view, view.component_count - 1u);
    return key.size() - last == sizeof(std::uint32_t)
               ? hash_pair(key.first(last), load_be32(key.data() + last) / (batch == 0 ? 1 : batch) + 1)
               : XXH3_64bits(key.data(), key.size());
  }
  const SegmentName segment = split_segment(key);
  if (!segment.segmented) {
    return XXH3_64bits(key.data(), key.size());
  }
  return hash_pair(key.first(segment.prefix_bytes), segment.number / (batch == 0 ? 1 : batch) + 1);
}

std::uint64_t dispatch_hash_of_prefix(const std::uint8_t* packet, const PacketView& view, unsigned components,
                                      std::uint32_t batch) {
  const Bytes prefix{packet + view.name_offset, view.prefix_length(components)};
  return hash_whole(view.format, prefix, view.prefix_length(components == 0 ? 0 : components - 1), batch);
}

}  // namespace augustus::wire
