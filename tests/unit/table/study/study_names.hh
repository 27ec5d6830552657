// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/keyed_hash.hh"
#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// A name of generic components, with what a parser would have found.
struct StudyName {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint16_t> component_end;
  std::uint64_t hash = 0;

  explicit StudyName(const std::vector<std::string>& components) {
    const KeyedHash keyed(
        HashKey{{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89}});
    hash = keyed.empty();
    for (const std::string& component : components) {
      const std::size_t begin = bytes.size();
      bytes.push_back(8);
      bytes.push_back(static_cast<std::uint8_t>(component.size()));
      bytes.insert(bytes.end(), component.begin(), component.end());
      component_end.push_back(static_cast<std::uint16_t>(bytes.size()));
      hash = keyed.extend(hash, {bytes.data() + begin, bytes.size() - begin});
    }
  }

  PendingName view() const { return {.key = {hash, bytes}, .component_end = component_end}; }
};

/// Different for different numbers; some share prefixes.
inline StudyName numbered_name(std::uint32_t number) {
  return StudyName(
      {"site" + std::to_string(number % 7), "page" + std::to_string(number % 61), std::to_string(number)});
}

}  // namespace augustus::table::study
