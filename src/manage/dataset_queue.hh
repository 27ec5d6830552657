// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "manage/codec/control_response.hh"
#include "manage/command_context.hh"
#include "manage/fair_queue.hh"
#include "manage/work_budget.hh"

namespace augustus::manage {

/// A dataset, or the answer to a long command, that is being made.
struct DatasetDraft {
  std::vector<std::uint8_t> payload;
  std::optional<wire::Name> after;          ///< for who makes it: the last prefix that is in it
  std::uint64_t position = 0;               ///< or: where in a table to go on
  std::optional<ControlResponse> response;  ///< to be sent instead
  bool is_command = false;                  ///< the response, which there is, answers a command
};

/// Makes the datasets that were asked for, long ones in parts, and obeys long commands, in at most half of the thread's
/// time: who asks at full speed waits, and other commands go on. Equal questions of one who asks get one answer. Each Face has its turn
/// (manage/fair_queue).
class DatasetQueue {
 public:
  /// Adds to the draft; true when it is complete.
  using Build = std::function<bool(const CommandContext&, DatasetDraft&)>;
  using Finish = std::function<void(const CommandContext&, DatasetDraft&)>;
  static constexpr std::uint32_t jobs_max = 64;
  static constexpr TimeNs turn = 10 * nanoseconds_per_millisecond;

  explicit DatasetQueue(Finish finish);

  /// Makes it at once where that may be. False, and counted: who asks has asked for too many. `build` must outlive
  /// this.
  bool ask(const CommandContext& context, const Build& build);
  /// Whether who asks has asked the same before, and waits.
  bool waits(const CommandContext& context) const;
  /// Goes on; returns when to call again. Times: monotonic, wall.
  TimeNs tick(TimeNs now, TimeNs wall);

  /// Questions left unanswered because who asked had asked too many.
  const Counter& refused() const { return jobs_.refused(); }
  PoolFigures figures() const { return jobs_.figures(); }

 private:
  struct Job {
    wire::Interest interest;
    Peer peer;
    const Build* build;
    DatasetDraft draft;
  };

  void work(TimeNs now, TimeNs wall);

  Finish finish_;
  FairQueue<Job> jobs_;
  WorkBudget budget_;
};

}  // namespace augustus::manage
