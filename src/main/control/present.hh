// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "main/control/datasets.hh"
#include "manage/codec/control_parameters.hh"

namespace augustus::control {

using Json = nlohmann::ordered_json;

// What the router says, as words and JSON. Keys are in snake_case with their unit at the end; enumerations
// and flags are words of nfdc.

std::string scope_word(std::uint64_t scope);
std::string persistency_word(std::uint64_t persistency);
std::optional<std::uint64_t> persistency_from_word(const std::string& word);
std::string link_type_word(std::uint64_t link_type);
std::vector<std::string> face_flag_words(std::uint64_t flags);
std::vector<std::string> route_flag_words(std::uint64_t flags);
std::vector<std::string> cs_flag_words(std::uint64_t flags);
/// "static" for 255; a number without a word stays a number.
std::string origin_word(std::uint64_t origin);
std::optional<std::uint64_t> origin_from_word(const std::string& word);
/// "1d 2h 3m 4s", without what is 0.
std::string duration_text(std::uint64_t seconds);
/// "2026-01-31T12:00:00Z"
std::string time_text(std::uint64_t milliseconds);
std::string on_off_word(bool on);

Json to_json(const manage::ForwarderStatus& status, const std::vector<manage::DropStatus>& drops);
/// By name.
Json to_json(const std::vector<manage::PoolStatus>& pools);
Json to_json(const manage::ChannelStatus& channel);
Json to_json(const manage::FaceStatus& face);
Json to_json(const manage::FibStatus& entry);
Json to_json(const manage::RibStatus& entry);
Json to_json(const manage::CsInfo& info);
Json to_json(const manage::TierStatus& tier);
Json to_json(const manage::StrategyStatus& choice);
Json to_json(const manage::PartitionStatus& partition);
Json to_json(const manage::ThreadStatus& thread);
/// The fields that are there.
Json to_json(const manage::ControlParameters& parameters);

template <typename Item>
Json to_json(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) {
    list.push_back(to_json(item));
  }
  return list;
}

}  // namespace augustus::control
