// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/clock.hh"

namespace augustus::manage {

/// Refuses commands seen before (ndn-cxx ValidationPolicyCommandInterest). For a verified key the
/// SignatureTime must grow from command to command. Where any signer is allowed, keys are shared and
/// unproven, so there only the repetition of the very same signed bytes is refused.
class ReplayGuard {
 public:
  static constexpr TimeNs grace = 120 * nanoseconds_per_second;
  static constexpr TimeNs key_lifetime = 3600 * nanoseconds_per_second;
  static constexpr std::size_t keys_max = 1000;
  static constexpr std::size_t commands_max = 1u << 18;

  /// True when a SignatureTime (milliseconds since 1970) is within the grace period of the wall clock.
  static bool timely(std::uint64_t time_ms, TimeNs wall);

  /// False when the key has signed a command of this time or a later one; otherwise notes it. `now` is
  /// monotonic.
  bool admit_key(const std::string& key, std::uint64_t time_ms, TimeNs now);

  /// False when the command whose signed bytes have this SHA-256 prefix was seen while it could still be
  /// timely.
  bool admit_command(std::uint64_t digest, TimeNs now);

 private:
  struct KeyRecord {
    std::string key;
    std::uint64_t time_ms;
    TimeNs refreshed;
  };
  struct CommandRecord {
    std::uint64_t digest;
    TimeNs seen;
  };

  void forget_keys(TimeNs now);

  std::list<KeyRecord> keys_;  // least recently refreshed first
  std::unordered_map<std::string, std::list<KeyRecord>::iterator> key_index_;
  std::deque<CommandRecord> commands_;
  std::unordered_set<std::uint64_t> command_index_;
};

}  // namespace augustus::manage
