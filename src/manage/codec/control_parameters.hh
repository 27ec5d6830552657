// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wire/name.hh"

namespace augustus::manage {

/// A field of ControlParameters, as a bit in a set of fields.
enum class Field : std::uint32_t {
  name = 1u << 0,
  face_id = 1u << 1,
  uri = 1u << 2,
  local_uri = 1u << 3,
  origin = 1u << 4,
  cost = 1u << 5,
  capacity = 1u << 6,
  count = 1u << 7,
  flags = 1u << 8,
  mask = 1u << 9,
  strategy = 1u << 10,
  expiration_period = 1u << 11,
  face_persistency = 1u << 12,
  congestion_interval = 1u << 13,
  congestion_threshold = 1u << 14,
  mtu = 1u << 15,
  partition = 1u << 16,
  worker = 1u << 17,
};
using FieldSet = std::uint32_t;

constexpr FieldSet operator|(Field a, Field b) {
  return static_cast<FieldSet>(a) | static_cast<FieldSet>(b);
}
constexpr FieldSet operator|(FieldSet set, Field field) {
  return set | static_cast<FieldSet>(field);
}
constexpr FieldSet only(Field field) {
  return static_cast<FieldSet>(field);
}

/// The argument of a control command and the body of its response (NFD wiki ControlCommand).
struct ControlParameters {
  std::optional<wire::Name> name;
  std::optional<std::uint64_t> face_id;
  std::optional<std::string> uri;
  std::optional<std::string> local_uri;
  std::optional<std::uint64_t> origin;
  std::optional<std::uint64_t> cost;
  std::optional<std::uint64_t> capacity;
  std::optional<std::uint64_t> count;
  std::optional<std::uint64_t> flags;
  std::optional<std::uint64_t> mask;
  std::optional<wire::Name> strategy;
  std::optional<std::uint64_t> expiration_period_ms;
  std::optional<std::uint64_t> face_persistency;
  std::optional<std::uint64_t> congestion_interval_ns;
  std::optional<std::uint64_t> congestion_threshold_bytes;
  std::optional<std::uint64_t> mtu;
  std::optional<std::uint64_t> partition;  ///< of this router's own commands, as `worker`
  std::optional<std::uint64_t> worker;

  FieldSet fields() const;
  /// The flag's new value when Mask selects it; std::nullopt when the command leaves it alone.
  std::optional<bool> flag(std::uint64_t bit) const;

  /// The whole ControlParameters element.
  std::vector<std::uint8_t> encode() const;
  /// From a whole element; unrecognised fields are ignored. std::nullopt when malformed.
  static std::optional<ControlParameters> decode(std::span<const std::uint8_t> element);
};

}  // namespace augustus::manage
