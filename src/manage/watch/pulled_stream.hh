// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>

#include "base/clock.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Bytes handed out in Data <name>/seq=0, seq=1, ..., each made when somebody asks for it. The last few can be asked for
/// again.
class PulledStream {
 public:
  static constexpr std::size_t content_bytes_max = 7000;
  static constexpr std::size_t kept_max = 8;

  PulledStream(wire::Name name, TimeNs now) : name_(std::move(name)), asked_(now) {}

  const wire::Name& name() const { return name_; }
  /// Takes an Interest below the name: the Data, if it was made before. One for the next makes wanted() true.
  std::optional<wire::Data> ask(const wire::Interest& interest, TimeNs now);
  bool wanted() const { return wanted_; }
  /// When somebody asked last, or the stream began.
  TimeNs asked() const { return asked_; }
  /// Makes the next Data; with `last` its number is the FinalBlockId.
  wire::Data make(std::span<const std::uint8_t> content, bool last);

 private:
  wire::Name name_;
  TimeNs asked_;
  std::uint64_t next_ = 0;
  bool wanted_ = false;
  std::deque<wire::Data> kept_;
};

}  // namespace augustus::manage
