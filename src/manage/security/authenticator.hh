// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.hh"
#include "manage/manager_options.hh"
#include "manage/security/replay_guard.hh"
#include "manage/security/trust_set.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

namespace augustus::manage {

enum class Verdict : std::uint8_t {
  accepted,
  refused,    ///< answer 403
  malformed,  ///< no answer
};

struct Judgement {
  Verdict verdict = Verdict::accepted;
  std::string reason;  ///< a sentence, when not accepted
  bool known_signer = false;  ///< accepted for its key, which the configuration names
};

/// Decides who may give which command (NFD daemon/mgmt/command-authenticator, and the RIB's own validators).
class Authenticator {
 public:
  /// Loads the certificates that the options name; throws std::runtime_error.
  explicit Authenticator(const ManagerOptions& options);

  /// Believes whom the options name from now on; what was seen of replays stays. Throws std::runtime_error, and changes
  /// nothing then.
  void trust(const ManagerOptions& options);

  /// `module` is "faces", "fib", ...; `localhop`: the command came below /localhop/nfd. Times: monotonic,
  /// wall. An accepted command is noted so that its replay is refused.
  Judgement judge_command(const wire::Interest& interest, std::string_view module, bool localhop, TimeNs now,
                          TimeNs wall);
  /// The Data of rib/announce.
  Judgement judge_announcement(const wire::Data& announcement, TimeNs wall) const;

 private:
  std::map<std::string, TrustSet, std::less<>> modules_;
  TrustSet localhop_;
  TrustSet announcements_;
  ReplayGuard replay_guard_;
};

}  // namespace augustus::manage
