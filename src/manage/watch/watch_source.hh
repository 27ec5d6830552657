// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace augustus::manage {

/// What a WatchSession reads: packets watched in the data plane, as bytes.
class WatchSource {
 public:
  virtual ~WatchSource() = default;
  /// Appends what has come, about `room` bytes of it at most. Appending nothing: nothing has.
  virtual void read(std::vector<std::uint8_t>& bytes, std::size_t room) = 0;
  /// As much was read as was asked for.
  virtual bool enough() const = 0;
  /// One JSON object that sums up the session.
  virtual std::string summary() const = 0;
};

}  // namespace augustus::manage
