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

/// A notification stream (NFD wiki Notification): Data numbered from 0 below the stream's name. Pushed when
/// the event happens, which satisfies pending Interests; recent ones stay answerable.
class EventStream {
 public:
  static constexpr std::size_t kept_max = 1024;
  static constexpr TimeNs freshness = nanoseconds_per_second;
  /// Notifications are pushed while somebody asked within this time. Interests that were aggregated in the
  /// PIT do not reach us, so it exceeds any usual lifetime.
  static constexpr TimeNs subscriber_memory = 600 * nanoseconds_per_second;

  explicit EventStream(wire::Name name) : name_(std::move(name)) {}

  /// Numbers and keeps the notification; the Data to push, if anybody may be waiting.
  std::optional<wire::Data> post(std::span<const std::uint8_t> notification, TimeNs now);
  /// The Data an Interest below the stream's name asks for, if it is here.
  std::optional<wire::Data> answer(const wire::Interest& interest, TimeNs now);

 private:
  struct Notification {
    wire::Data data;
    TimeNs posted;
  };

  wire::Name name_;
  std::deque<Notification> kept_;
  std::uint64_t next_number_ = 0;
  std::optional<TimeNs> last_asked_;
};

}  // namespace augustus::manage
