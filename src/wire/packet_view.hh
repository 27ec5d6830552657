// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "wire/packet_format.hh"

namespace augustus::wire {

enum class PacketKind : std::uint8_t { interest, data, nack };

/// Prefix lengths that FIB, strategy choice and prefix matching know (NFD: FIB depth at most 32). A name may
/// have more components; only its first 32 prefixes take part in prefix matching.
inline constexpr unsigned prefix_components_max = 32;
inline constexpr std::uint32_t interest_lifetime_default_ms = 4000;

/// What forwarding needs to know of an Interest or Data, filled by one bounded pass over the packet.
/// Offsets count from the first byte of the packet; they are always inside it. In the compact formats there
/// is no outer TLV, and a component is its plain bytes.
/// Trivially copyable; owns nothing; meaningless without the bytes it was parsed from.
struct alignas(64) PacketView {
  PacketKind kind;
  PacketFormat format;
  bool can_be_prefix;
  bool must_be_fresh;
  bool has_nonce;
  bool has_hop_limit;
  bool has_forwarding_hint;
  /// Interest: the name's last component is an ImplicitSha256DigestComponent (type 1, 32 B). Never set for a
  /// Data: such a component at the end of its own name is part of the key like any other.
  bool has_implicit_digest;
  std::uint8_t hop_limit;
  std::uint16_t name_offset;  ///< of the first component's TLV (the value of the Name TLV)
  std::uint16_t name_length;  ///< bytes of all component TLVs
  std::uint16_t component_count;
  std::uint16_t nonce_offset;            ///< of the Nonce's 4 value bytes
  std::uint16_t hop_limit_offset;        ///< of the HopLimit's value byte
  std::uint16_t hint_offset;             ///< of the whole ForwardingHint TLV
  std::uint16_t hint_length;             ///< of the whole ForwardingHint TLV
  std::uint16_t after_selectors_offset;  ///< Interest: where a missing Nonce TLV belongs
  std::uint16_t packet_length;           ///< of the outer TLV; bytes after it make the packet malformed
  std::uint32_t nonce;                   ///< as the 4 bytes read big-endian; 0 when absent
  std::uint32_t lifetime_ms;             ///< Interest: default 4000; clipped to 2^32-1
  std::uint32_t freshness_ms;            ///< Data: 0 when absent; clipped to 2^32-1
  std::uint8_t content_type;             ///< Data: 0 Blob when absent; 255 for any above 254
  /// Table hash of the name without a trailing implicit digest: the key of PIT and CS.
  std::uint64_t name_hash;
  /// Where component i ends, from name_offset, for i < min(component_count, 32).
  std::array<std::uint16_t, prefix_components_max> component_end;
  /// Table hash of the first i components, i in 0..min(component_count, 32); set by hash_name.
  alignas(64) std::array<std::uint64_t, prefix_components_max + 1> prefix_hash;

  /// Prefix lengths that are indexed: min(component_count, 32).
  unsigned prefix_count() const {
    return component_count < prefix_components_max ? component_count : prefix_components_max;
  }
  /// Bytes of the first `components` components (components <= prefix_count()).
  std::uint16_t prefix_length(unsigned components) const {
    return components == 0 ? 0 : component_end[components - 1];
  }
  /// Bytes of the name that keys PIT and CS: a trailing implicit digest (34 B) is left out.
  std::uint16_t key_length() const {
    return has_implicit_digest ? static_cast<std::uint16_t>(name_length - 34) : name_length;
  }
  std::uint16_t key_components() const {
    return has_implicit_digest ? static_cast<std::uint16_t>(component_count - 1) : component_count;
  }
};

/// The name's component TLVs within `packet`.
inline std::span<const std::uint8_t> name_bytes(const PacketView& view, const std::uint8_t* packet) {
  return {packet + view.name_offset, view.name_length};
}

static_assert(offsetof(PacketView, component_end) <= 56 && offsetof(PacketView, prefix_hash) == 128,
              "a name of a few components touches the first line and the third");

}  // namespace augustus::wire
