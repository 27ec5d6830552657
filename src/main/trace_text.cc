// SPDX-License-Identifier: Apache-2.0
#include "main/trace_text.hh"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/clock.hh"

namespace augustus {
namespace {

using Json = nlohmann::json;

std::string face_of(const Json& event) {
  if (!event.contains("face")) {
    return "no Face";
  }
  const auto remote = event.value("remote", "");
  return remote.empty() ? fmt::format("Face {}", event["face"].get<std::uint64_t>())
                        : fmt::format("Face {} {}", event["face"].get<std::uint64_t>(), remote);
}

std::string kind_of(const Json& event) {
  const auto kind = event.value("kind", "");
  return kind == "interest" ? "Interest" : kind == "data" ? "Data" : "Nack";
}

std::string arrival(const Json& event) {
  std::string text = fmt::format("{} {} of {} bytes from {}, hash {}, partition {}", kind_of(event),
                                 event.value("name", ""), event.value("bytes", 0u), face_of(event),
                                 event.value("hash", ""), event.value("partition", 0u));
  if (kind_of(event) != "Data") {
    text += fmt::format(", nonce {}", event.value("nonce", ""));
  }
  if (event.contains("hop_limit")) {
    text += fmt::format(", hop limit {}", event.value("hop_limit", 0u));
  }
  return text;
}

std::string next_hop(const Json& event) {
  const auto state = event.value("state", "");
  static const std::array<std::pair<std::string_view, std::string_view>, 6> words{
      {{"usable", "usable"},
       {"down", "is down"},
       {"gone", "is gone"},
       {"arrived_there", "is where the Interest came from"},
       {"out_of_scope", "is beyond the name's scope"},
       {"hop_limit", "is beyond the HopLimit"}}};
  const auto* const found =
      std::ranges::find_if(words, [&](const auto& word) { return word.first == state; });
  const std::string_view why = found != words.end() ? found->second : std::string_view(state);
  return fmt::format("next hop {}, cost {}: {}", face_of(event), event.value("cost", 0u), why);
}

std::string sending(const Json& event) {
  std::string text = kind_of(event);
  if (event.contains("name")) {
    text += ' ' + event.value("name", "");
  }
  text += " to " + face_of(event);
  if (event.contains("nack_reason")) {
    text += ": " + event.value("nack_reason", "");
  }
  return text;
}

std::string words_of(const Json& event) {
  const auto step = event.value("step", "");
  if (step == "arrived") {
    return arrival(event);
  }
  if (step == "route") {
    return event.value("next_hops", 0u) == 0
               ? "FIB: no route"
               : fmt::format("FIB: prefix of {} components, {} next hops",
                             event.value("prefix_components", 0u), event.value("next_hops", 0u));
  }
  if (step == "next_hop") {
    return next_hop(event);
  }
  if (step == "strategy") {
    return "strategy " + event.value("strategy", "");
  }
  if (step == "sent") {
    return sending(event);
  }
  if (step == "passed") {
    return fmt::format("to partition {} as {}", event.value("to_partition", 0u), event.value("as", ""));
  }
  if (step == "satisfied") {
    return fmt::format("satisfies {} PIT records", event.value("records", 0u));
  }
  if (step == "dropped") {
    return "dropped: " + event.value("reason", "");
  }
  if (step == "expired") {
    return fmt::format("Interest {} expired unanswered", event.value("name", ""));
  }
  static const std::array<std::pair<std::string_view, std::string_view>, 9> plain{
      {{"cs_hit", "content store: hit"},
       {"cs_miss", "content store: miss"},
       {"pit_new", "PIT: new record"},
       {"pit_joined", "PIT: others wait for the same"},
       {"pit_retransmitted", "PIT: asked again by the same Face"},
       {"waiting", "waits for the SSD"},
       {"suppressed", "does not leave again so soon"},
       {"stored", "content store: stored"},
       {"not_stored", "content store: not stored"}}};
  for (const auto& [name, words] : plain) {
    if (step == name) {
      return std::string(words);
    }
  }
  return step;
}

std::string clock_of(std::uint64_t time_ns) {
  const auto seconds = static_cast<std::time_t>(time_ns / nanoseconds_per_second);
  return fmt::format("{:%H:%M:%S}.{:06}", fmt::localtime(seconds), time_ns % nanoseconds_per_second / 1000);
}

}  // namespace

std::string trace_text(std::string_view line) {
  const Json event = Json::parse(line, nullptr, false);
  if (!event.is_object()) {
    return {};
  }
  const std::string number =
      event.contains("packet") ? fmt::format("#{}", event["packet"].get<std::uint64_t>()) : "";
  const bool begins = event.value("step", "") == "arrived" || number.empty();
  return fmt::format("{} {:>5} {}{}", clock_of(event.value("time_ns", std::uint64_t{0})), number,
                     begins ? "" : "  ", words_of(event));
}

}  // namespace augustus
