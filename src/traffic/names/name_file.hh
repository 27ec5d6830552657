// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/clock.hh"
#include "wire/name.hh"

namespace augustus::traffic {

/// Names read from a file, one URI a line; empty lines and those that begin with '#' are left out. In a
/// trace a line is "SECONDS URI", the time from the trace's start, not before that of the line above.
class NameFile {
 public:
  enum class Kind : std::uint8_t { names, trace };

  /// Throws std::runtime_error with file and line.
  NameFile(const std::string& path, Kind kind);

  std::size_t size() const { return ends_.size(); }
  /// The value of the Name TLV.
  std::span<const std::uint8_t> operator[](std::size_t index) const {
    const std::size_t start = index == 0 ? 0 : ends_[index - 1];
    return {bytes_.data() + start, ends_[index] - start};
  }
  /// Of a trace.
  TimeNs time(std::size_t index) const { return times_[index]; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<std::size_t> ends_;
  std::vector<TimeNs> times_;
};

}  // namespace augustus::traffic
