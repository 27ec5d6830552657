// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// What a PIT of the study should do (section II), in the plainest way.
class ReferenceTable {
 public:
  /// What the Interest meets; changes nothing.
  InterestOutcome outcome_of(const PendingInterest& interest, TimeMs now) {
    const Entry* const entry = live(interest.name, now);
    if (entry == nullptr) {
      return InterestOutcome::inserted;
    }
    bool same_face = false;
    for (const auto& [face, nonce] : entry->faces) {
      if (nonce == interest.nonce) {
        return InterestOutcome::loop;
      }
      same_face |= face == interest.face;
    }
    return same_face ? InterestOutcome::repeated : InterestOutcome::aggregated;
  }

  void apply(const PendingInterest& interest, InterestOutcome outcome, TimeMs now) {
    Entry& entry = entries_[key_of(interest.name)];
    if (outcome == InterestOutcome::inserted) {
      entry = {now + interest.lifetime, {}};
    }
    if (outcome != InterestOutcome::loop) {
      entry.faces[interest.face] = interest.nonce;
    }
  }

  bool on_data(const PendingName& name, TimeMs now, std::vector<FaceNumber>& faces) {
    const Entry* const entry = live(name, now);
    if (entry == nullptr) {
      return false;
    }
    for (const auto& [face, nonce] : entry->faces) {
      faces.push_back(face);
    }
    entries_.erase(key_of(name));
    return true;
  }

  unsigned faces_of(const PendingName& name, TimeMs now) {
    const Entry* const entry = live(name, now);
    return entry == nullptr ? 0 : static_cast<unsigned>(entry->faces.size());
  }

 private:
  using Key = std::vector<std::uint8_t>;
  struct Entry {
    TimeMs expiry = 0;
    std::map<FaceNumber, std::uint32_t> faces;
  };

  static Key key_of(const PendingName& name) { return {name.key.bytes.begin(), name.key.bytes.end()}; }
  const Entry* live(const PendingName& name, TimeMs now) {
    const auto found = entries_.find(key_of(name));
    if (found == entries_.end() || has_come(found->second.expiry, now)) {
      return nullptr;
    }
    return &found->second;
  }

  std::map<Key, Entry> entries_;
};

}  // namespace augustus::table::study
