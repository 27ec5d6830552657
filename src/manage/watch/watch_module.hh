// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "manage/dispatcher.hh"
#include "manage/watch/watch_session.hh"

namespace augustus::manage {

/// <module>/start, <module>/stop and <module>/read for one kind of watching, one session at a time. `start` answers
/// with the name under which the session is read, which nobody can guess, over the Face that began it.
class WatchModule {
 public:
  static constexpr TimeNs duration_default = 3600 * nanoseconds_per_second;

  /// Begins in the data plane what the parameters ask for; nullptr: it is under way already. Throws
  /// std::invalid_argument, in one clear line, when there is nothing such.
  using Begin = std::function<std::unique_ptr<WatchSource>(const ControlParameters&)>;
  using End = std::function<void()>;

  /// `format`: the parameters of start besides ExpirationPeriod, the session's length. The dispatcher must outlive this.
  WatchModule(std::string module, CommandFormat format, Dispatcher& dispatcher, Begin begin, End end);
  ~WatchModule();

  /// Answers a reader that waits; returns when to call again.
  TimeNs tick(TimeNs now);

 private:
  ControlResponse start(const CommandContext& context, const ControlParameters& parameters);
  ControlResponse stop();
  std::optional<wire::Data> read(const CommandContext& context);
  void end_if_over(TimeNs now);
  void end();

  std::string module_;
  Dispatcher& dispatcher_;
  Begin begin_;
  End end_;
  std::unique_ptr<WatchSession> session_;
  FaceId reader_ = face_id_none;  ///< whose session it is
};

}  // namespace augustus::manage
