// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/clock.hh"

namespace augustus::traffic {

/// The names of a workload, one after the other. Used by one thread.
class NameSource {
 public:
  virtual ~NameSource() = default;
  /// The value of the next Name TLV, valid until the next call; empty: there are no more.
  virtual std::span<const std::uint8_t> next() = 0;
  /// When the name that next() gives is to be sent, from the start of the run; std::nullopt: whenever the
  /// pace says.
  virtual std::optional<TimeNs> due() const { return std::nullopt; }
};

}  // namespace augustus::traffic
