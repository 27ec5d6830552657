// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace augustus::wire {

/// TLV types of the name components the router itself deals in (NDN packet specification 0.3 and the naming
/// conventions, rev. 3).
namespace component_type {
inline constexpr std::uint32_t implicit_digest = 1;
inline constexpr std::uint32_t parameters_digest = 2;
inline constexpr std::uint32_t generic = 8;
inline constexpr std::uint32_t keyword = 32;
inline constexpr std::uint32_t segment = 50;
inline constexpr std::uint32_t byte_offset = 52;
inline constexpr std::uint32_t version = 54;
inline constexpr std::uint32_t timestamp = 56;
inline constexpr std::uint32_t sequence_number = 58;
}  // namespace component_type

/// An owned Name, for management, configuration, clients and tests; the packet path uses spans instead.
/// Holds the value of the Name TLV: well-formed component TLVs, one after the other.
class Name {
 public:
  struct Component {
    std::uint32_t type;
    std::span<const std::uint8_t> value;
    std::span<const std::uint8_t> tlv;            ///< the whole component
    std::optional<std::uint64_t> number() const;  ///< the value as a NonNegativeInteger
    bool is_text(std::string_view text) const;    ///< a generic component of exactly this text
  };

  Name() = default;
  /// From a URI such as "/a/b%20c/54=%01" or "ndn:/a/v=1/seg=0". std::nullopt when it is not one.
  static std::optional<Name> from_uri(std::string_view uri);
  /// From the value of a Name TLV; std::nullopt when the components are not well formed.
  static std::optional<Name> from_value(std::span<const std::uint8_t> value);
  /// Like from_uri, for literals in the code and in tests; throws std::invalid_argument.
  static Name literal(std::string_view uri);

  /// Canonical URI: typed components as v=1, seg=0, off=, t=, seq=, sha256digest=, params-sha256=, N=value.
  std::string uri() const;

  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  Component operator[](std::size_t index) const;
  std::span<const std::uint8_t> value() const { return value_; }
  /// Name TLV with its type and length.
  std::vector<std::uint8_t> tlv() const;

  /// Throws std::invalid_argument for a type outside 1..65535 or a digest (types 1 and 2) not of 32 bytes.
  Name& append(std::uint32_t type, std::span<const std::uint8_t> value);
  Name& append(std::string_view generic_text);
  Name& append_number(std::uint32_t type, std::uint64_t number);
  Name& append(const Name& suffix);
  Name prefix(std::size_t components) const;
  bool is_prefix_of(const Name& other) const;

  bool operator==(const Name& other) const { return value_ == other.value_; }
  /// Canonical order (component by component: type, length, bytes).
  std::strong_ordering operator<=>(const Name& other) const;

 private:
  std::vector<std::uint8_t> value_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace augustus::wire
