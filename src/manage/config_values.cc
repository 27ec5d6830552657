// SPDX-License-Identifier: Apache-2.0
#include "manage/config_values.hh"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

namespace augustus::manage {
namespace {

using Element = ConfigValues::Element;

/// What a running router can take over; a table's name stands for all its keys.
constexpr std::array<std::string_view, 11> changeable = {"cs.capacity",
                                                         "faces.create",
                                                         "log",
                                                         "metrics",
                                                         "routes",
                                                         "run.graph",
                                                         "security.announcement_signers",
                                                         "security.authorizations",
                                                         "security.localhop_signers",
                                                         "security.operators_group",
                                                         "strategies"};

bool is_changeable(const std::string& key) {
  return std::ranges::any_of(changeable, [&key](std::string_view name) {
    return key == name || (key.starts_with(name) && key[name.size()] == '.');
  });
}

constexpr std::string_view absent = "not set";

std::string text_of(const std::map<std::string, std::string>& keys, const std::string& key) {
  const auto found = keys.find(key);
  return found == keys.end() ? std::string(absent) : found->second;
}

std::vector<Element> sorted(const std::map<std::string, std::vector<Element>>& elements,
                            const std::string& key) {
  const auto found = elements.find(key);
  std::vector<Element> copy = found == elements.end() ? std::vector<Element>{} : found->second;
  std::ranges::sort(copy);
  return copy;
}

void compare_elements(const std::string& key, const std::vector<Element>& now,
                      const std::vector<Element>& next, std::vector<ConfigChange>& changes) {
  const auto note = [&](char sign, const std::vector<Element>& from, const std::vector<Element>& without) {
    std::vector<Element> only;
    std::ranges::set_difference(from, without, std::back_inserter(only));
    for (const Element& element : only) {
      changes.push_back({key + ": " + sign + " " + element.shown, is_changeable(key)});
    }
  };
  note('-', now, next);
  note('+', next, now);
}

template <typename Value>
void add_keys(std::set<std::string>& all, const std::map<std::string, Value>& map) {
  for (const auto& [key, value] : map) {
    all.insert(key);
  }
}

}  // namespace

std::vector<ConfigChange> compare(const ConfigValues& now, const ConfigValues& next) {
  std::vector<ConfigChange> changes;
  std::set<std::string> keys;
  add_keys(keys, now.keys);
  add_keys(keys, next.keys);
  add_keys(keys, now.elements);
  add_keys(keys, next.elements);
  for (const std::string& key : keys) {
    const std::string before = text_of(now.keys, key);
    const std::string after = text_of(next.keys, key);
    if (before != after) {
      changes.push_back({key + ": " + before + " -> " + after, is_changeable(key)});
    }
    compare_elements(key, sorted(now.elements, key), sorted(next.elements, key), changes);
  }
  return changes;
}

std::string ConfigValues::place_of(const std::string& key, const std::string& file) const {
  for (std::string at = key; !at.empty(); at.resize(at.find_last_of('.') == std::string::npos ? 0 : at.find_last_of('.'))) {
    if (const auto found = places.find(at); found != places.end()) {
      return found->second;
    }
  }
  return file.empty() ? "no file" : file;
}

}  // namespace augustus::manage
