// SPDX-License-Identifier: Apache-2.0
#include "manage/security/replay_guard.hh"

namespace augustus::manage {

bool ReplayGuard::timely(std::uint64_t time_ms, TimeNs wall) {
  const std::uint64_t now_ms = wall / nanoseconds_per_millisecond;
  constexpr std::uint64_t grace_ms = grace / nanoseconds_per_millisecond;
  return time_ms <= now_ms ? now_ms - time_ms <= grace_ms : time_ms - now_ms <= grace_ms;
}

void ReplayGuard::forget_keys(TimeNs now) {
  while (!keys_.empty() && (keys_.size() > keys_max || keys_.front().refreshed + key_lifetime <= now)) {
    key_index_.erase(keys_.front().key);
    keys_.pop_front();
  }
}

bool ReplayGuard::admit_key(const std::string& key, std::uint64_t time_ms, TimeNs now) {
  forget_keys(now);
  const auto found = key_index_.find(key);
  if (found == key_index_.end()) {
    keys_.push_back({key, time_ms, now});
    key_index_.emplace(key, std::prev(keys_.end()));
    forget_keys(now);
    return true;
  }
  if (time_ms <= found->second->time_ms) {
    return false;
  }
  found->second->time_ms = time_ms;
  found->second->refreshed = now;
  keys_.splice(keys_.end(), keys_, found->second);
  return true;
}

bool ReplayGuard::admit_command(std::uint64_t digest, TimeNs now) {
  // A command dated at the end of the grace period stays timely for twice that long.
  while (!commands_.empty() &&
         (commands_.size() >= commands_max || commands_.front().seen + 2 * grace < now)) {
    command_index_.erase(commands_.front().digest);
    commands_.pop_front();
  }
  if (!command_index_.insert(digest).second) {
    return false;
  }
  commands_.push_back({digest, now});
  return true;
}

}  // namespace augustus::manage
