// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace augustus::manage {

/// What a configuration says, as text: to tell two of them apart and name what differs.
struct ConfigValues {
  /// One [[table]] of an array, in one line.
  struct Element {
    std::string text;   ///< to compare
    std::string shown;  ///< without secrets
    auto operator<=>(const Element& other) const { return text <=> other.text; }
    bool operator==(const Element& other) const { return text == other.text; }
  };

  std::map<std::string, std::string> keys;               ///< "cs.capacity" to "65536", defaults included
  std::map<std::string, std::vector<Element>> elements;  ///< "routes" to one for each [[routes]]
  /// "faces.tcp.port", "cs.ssd[0].path" to "FILE:LINE:COLUMN", for what the file says.
  std::map<std::string, std::string> places;

  /// Where the file says the key, or else the nearest table around it; `file` when it says neither.
  std::string place_of(const std::string& key, const std::string& file) const;
};

/// A difference between two configurations.
struct ConfigChange {
  std::string text;       ///< "cs.capacity: 65536 -> 1000", "routes: + prefix = ..., face = ..."
  bool possible = false;  ///< while the router runs
};

/// What changes from `now` to `next`, in the order of keys.
std::vector<ConfigChange> compare(const ConfigValues& now, const ConfigValues& next);

}  // namespace augustus::manage
