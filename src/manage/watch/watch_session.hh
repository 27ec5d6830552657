// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "manage/command_context.hh"
#include "manage/watch/pulled_stream.hh"
#include "manage/watch/watch_source.hh"

namespace augustus::manage {

/// One reader's trace or capture: its Data are the source's bytes in order; the last Data, with a FinalBlockId, holds the
/// summary instead.
class WatchSession {
 public:
  /// A session whose reader has not asked for this long ends.
  static constexpr TimeNs silence_max = 10 * nanoseconds_per_second;
  /// A reader who waits longer gets an empty Data: it hears that the router is there.
  static constexpr TimeNs patience = nanoseconds_per_second;
  /// How often a waiting reader's source is looked at.
  static constexpr TimeNs look_interval = 20 * nanoseconds_per_millisecond;

  WatchSession(wire::Name name, std::unique_ptr<WatchSource> source, TimeNs now, TimeNs until)
      : stream_(std::move(name), now), source_(std::move(source)), until_(until) {}

  const wire::Name& name() const { return stream_.name(); }
  /// The Data an Interest asks for, if it can be made now.
  std::optional<wire::Data> ask(const wire::Interest& interest, TimeNs now);
  /// The Data somebody waits for, if it can be made now.
  std::optional<wire::Data> tick(TimeNs now);
  /// No reader wants anything any more.
  bool over(TimeNs now) const { return ended_ || stream_.asked() + silence_max < now; }
  TimeNs next(TimeNs now) const { return now + look_interval; }

 private:
  PulledStream stream_;
  std::unique_ptr<WatchSource> source_;
  TimeNs until_;
  bool ended_ = false;
  std::vector<std::uint8_t> bytes_;  ///< read, not handed out yet
};

}  // namespace augustus::manage
