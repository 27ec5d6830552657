// SPDX-License-Identifier: Apache-2.0
#include "main/control/present.hh"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <ctime>
#include <utility>

#include "face/face_info.hh"
#include "main/control/arguments.hh"
#include "manage/rib/route.hh"

namespace augustus::control {
namespace {

using Word = std::pair<std::uint64_t, const char*>;

// Route origins of the NFD management protocol (RibMgmt).
constexpr std::array<Word, 8> origins = {{{0, "app"},
                                          {64, "autoreg"},
                                          {65, "client"},
                                          {66, "autoconf"},
                                          {127, "dv"},
                                          {128, "nlsr"},
                                          {129, "prefixann"},
                                          {255, "static"}}};
constexpr std::array<Word, 3> persistencies = {{{0, "persistent"}, {1, "on-demand"}, {2, "permanent"}}};
constexpr std::array<Word, 2> scopes = {{{0, "non-local"}, {1, "local"}}};
constexpr std::array<Word, 3> link_types = {{{0, "point-to-point"}, {1, "multi-access"}, {2, "adhoc"}}};
constexpr std::array<Word, 3> face_flags = {{{face::flag_local_fields, "local-fields"},
                                             {face::flag_lp_reliability, "lp-reliability"},
                                             {face::flag_congestion_marking, "congestion-marking"}}};
constexpr std::array<Word, 2> route_flags = {
    {{manage::route_flag_child_inherit, "child-inherit"}, {manage::route_flag_capture, "capture"}}};

constexpr std::array<Word, 2> cs_flags = {
    {{manage::cs_flag_admit, "admit"}, {manage::cs_flag_serve, "serve"}}};

std::string word_of(std::span<const Word> words, std::uint64_t number) {
  for (const auto& [known, word] : words) {
    if (known == number) {
      return word;
    }
  }
  return std::to_string(number);
}

std::optional<std::uint64_t> number_of(std::span<const Word> words, const std::string& text) {
  for (const auto& [number, word] : words) {
    if (text == word) {
      return number;
    }
  }
  return std::nullopt;
}

std::vector<std::string> flag_words(std::span<const Word> words, std::uint64_t flags) {
  std::vector<std::string> set;
  for (const auto& [bit, word] : words) {
    if ((flags & bit) != 0) {
      set.emplace_back(word);
    }
  }
  return set;
}

template <typename Value>
void put_optional(Json& json, const char* key, const std::optional<Value>& value) {
  if (value) {
    json[key] = *value;
  }
}

}  // namespace

std::string scope_word(std::uint64_t scope) {
  return word_of(scopes, scope);
}
std::string persistency_word(std::uint64_t persistency) {
  return word_of(persistencies, persistency);
}
std::optional<std::uint64_t> persistency_from_word(const std::string& word) {
  return number_of(persistencies, word);
}
std::string link_type_word(std::uint64_t link_type) {
  return word_of(link_types, link_type);
}
std::vector<std::string> face_flag_words(std::uint64_t flags) {
  return flag_words(face_flags, flags);
}
std::vector<std::string> route_flag_words(std::uint64_t flags) {
  return flag_words(route_flags, flags);
}
std::vector<std::string> cs_flag_words(std::uint64_t flags) {
  return flag_words(cs_flags, flags);
}
std::string origin_word(std::uint64_t origin) {
  return word_of(origins, origin);
}

std::optional<std::uint64_t> origin_from_word(const std::string& word) {
  const auto number = parse_number(word);
  return number ? number : number_of(origins, word);
}

std::string duration_text(std::uint64_t seconds) {
  std::string text;
  for (const auto& [unit_seconds, unit] : {Word{86400, "d"}, {3600, "h"}, {60, "m"}, {1, "s"}}) {
    if (const std::uint64_t amount = seconds / unit_seconds;
        amount != 0 || (unit_seconds == 1 && text.empty())) {
      text += fmt::format("{}{}{}", text.empty() ? "" : " ", amount, unit);
    }
    seconds %= unit_seconds;
  }
  return text;
}

std::string time_text(std::uint64_t milliseconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(milliseconds / 1000)));
}

std::string on_off_word(bool on) {
  return on ? "on" : "off";
}

Json to_json(const manage::ForwarderStatus& status, const std::vector<manage::DropStatus>& drops) {
  Json json{{"version", status.version},
            {"start_ms", status.start_ms},
            {"current_ms", status.current_ms},
            {"uptime_s", (status.current_ms - status.start_ms) / 1000},
            {"name_entries", status.name_entries},
            {"fib_entries", status.fib_entries},
            {"pit_entries", status.pit_entries},
            {"measurements_entries", status.measurements_entries},
            {"cs_entries", status.cs_entries},
            {"in_interests", status.in_interests},
            {"in_data", status.in_data},
            {"in_nacks", status.in_nacks},
            {"out_interests", status.out_interests},
            {"out_data", status.out_data},
            {"out_nacks", status.out_nacks},
            {"satisfied_interests", status.satisfied_interests},
            {"unsatisfied_interests", status.unsatisfied_interests}};
  json["drops"] = Json::object();
  for (const auto& [reason, count] : drops) {
    json["drops"][reason] = count;
  }
  return json;
}

Json to_json(const std::vector<manage::PoolStatus>& pools) {
  Json json = Json::object();
  for (const manage::PoolStatus& pool : pools) {
    json[pool.name] = {{"capacity", pool.capacity},
                       {"in_use", pool.in_use},
                       {"largest_holder", pool.largest},
                       {"refused", pool.refused},
                       {"drop_reason", pool.drop_reason}};
  }
  return json;
}

Json to_json(const manage::ChannelStatus& channel) {
  return {{"local_uri", channel.local_uri}};
}

Json to_json(const manage::FaceStatus& face) {
  Json json{{"face_id", face.face_id},
            {"uri", face.remote_uri},
            {"local_uri", face.local_uri},
            {"scope", scope_word(face.scope)},
            {"persistency", persistency_word(face.persistency)},
            {"link_type", link_type_word(face.link_type)},
            {"flags", face_flag_words(face.flags)}};
  put_optional(json, "expires_ms", face.expiration_period_ms);
  put_optional(json, "mtu", face.mtu);
  put_optional(json, "congestion_interval_ns", face.congestion_interval_ns);
  put_optional(json, "congestion_threshold_bytes", face.congestion_threshold_bytes);
  json["in_interests"] = face.in_interests;
  json["in_data"] = face.in_data;
  json["in_nacks"] = face.in_nacks;
  json["in_bytes"] = face.in_bytes;
  json["out_interests"] = face.out_interests;
  json["out_data"] = face.out_data;
  json["out_nacks"] = face.out_nacks;
  json["out_bytes"] = face.out_bytes;
  return json;
}

Json to_json(const manage::FibStatus& entry) {
  Json next_hops = Json::array();
  for (const auto& [face_id, cost] : entry.next_hops) {
    next_hops.push_back({{"face_id", face_id}, {"cost", cost}});
  }
  return {{"prefix", entry.prefix.uri()}, {"next_hops", next_hops}};
}

Json to_json(const manage::RibStatus& entry) {
  Json routes = Json::array();
  for (const auto& route : entry.routes) {
    Json json{{"face_id", route.face_id},
              {"origin", origin_word(route.origin)},
              {"cost", route.cost},
              {"flags", route_flag_words(route.flags)}};
    put_optional(json, "expires_ms", route.expiration_period_ms);
    routes.push_back(json);
  }
  return {{"prefix", entry.prefix.uri()}, {"routes", routes}};
}

Json to_json(const manage::CsInfo& info) {
  return {{"capacity", info.capacity},
          {"admit", (info.flags & manage::cs_flag_admit) != 0},
          {"serve", (info.flags & manage::cs_flag_serve) != 0},
          {"entries", info.entries},
          {"hits", info.hits},
          {"misses", info.misses}};
}

Json to_json(const manage::TierStatus& tier) {
  Json json{{"tier", tier.name.uri().substr(1)},
            {"admit", (tier.flags & manage::cs_flag_admit) != 0},
            {"serve", (tier.flags & manage::cs_flag_serve) != 0},
            {"capacity", tier.capacity},
            {"capacity_bytes", tier.capacity_bytes},
            {"entries", tier.entries},
            {"bytes", tier.bytes},
            {"hits", tier.hits},
            {"misses", tier.misses},
            {"evicted", tier.evicted},
            {"admission", tier.admission},
            {"not_admitted", tier.not_admitted}};
  if (tier.name == wire::Name::literal(manage::tier_ssd)) {
    json["reads"] = tier.reads;
    json["writes"] = tier.writes;
    json["busy"] = tier.busy;
    json["damaged"] = tier.damaged;
  }
  return json;
}

Json to_json(const manage::StrategyStatus& choice) {
  return {{"prefix", choice.prefix.uri()}, {"strategy", choice.strategy.uri()}};
}

Json to_json(const manage::PartitionStatus& partition) {
  return {{"partition", partition.partition},
          {"worker", partition.worker},
          {"packets", partition.packets},
          {"pit_entries", partition.pit_entries},
          {"cs_entries", partition.cs_entries},
          {"busy_per_mille_of_worker", partition.busy_per_mille},
          {"pit_structure", partition.pit_structure}};
}

Json to_json(const manage::ThreadStatus& thread) {
  Json json{{"thread", thread.number}, {"kind", thread.kind}};
  put_optional(json, "cpu", thread.cpu);
  json["partitions"] = thread.partitions;
  json["packets"] = thread.packets;
  json["busy_per_mille"] = thread.busy_per_mille;
  return json;
}

Json to_json(const manage::ControlParameters& parameters) {
  Json json = Json::object();
  if (parameters.name) {
    json["prefix"] = parameters.name->uri();
  }
  put_optional(json, "face_id", parameters.face_id);
  put_optional(json, "uri", parameters.uri);
  put_optional(json, "local_uri", parameters.local_uri);
  if (parameters.origin) {
    json["origin"] = origin_word(*parameters.origin);
  }
  put_optional(json, "cost", parameters.cost);
  put_optional(json, "capacity", parameters.capacity);
  put_optional(json, "count", parameters.count);
  put_optional(json, "flags", parameters.flags);
  if (parameters.strategy) {
    json["strategy"] = parameters.strategy->uri();
  }
  put_optional(json, "expires_ms", parameters.expiration_period_ms);
  if (parameters.face_persistency) {
    json["persistency"] = persistency_word(*parameters.face_persistency);
  }
  put_optional(json, "congestion_interval_ns", parameters.congestion_interval_ns);
  put_optional(json, "congestion_threshold_bytes", parameters.congestion_threshold_bytes);
  put_optional(json, "mtu", parameters.mtu);
  put_optional(json, "partition", parameters.partition);
  put_optional(json, "worker", parameters.worker);
  return json;
}

}  // namespace augustus::control
