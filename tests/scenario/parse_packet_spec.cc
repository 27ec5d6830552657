// SPDX-License-Identifier: Apache-2.0
#include "scenario/parse_packet_spec.hh"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <stdexcept>

namespace augustus::scenario {
namespace {

using Attribute = std::function<void(PacketSpec&, const std::string&)>;

void set_nonce(PacketSpec& spec, const std::string& value) {
  if (value == "none") {
    spec.nonce_kind = PacketSpec::Nonce::none;
  } else if (value == "any") {
    spec.nonce_kind = PacketSpec::Nonce::any;
  } else if (value == "last") {
    spec.nonce_kind = PacketSpec::Nonce::last;
  } else {
    spec.nonce_kind = PacketSpec::Nonce::number;
    spec.nonce = static_cast<std::uint32_t>(to_number(value));
  }
}

void set_hint(PacketSpec& spec, const std::string& value) {
  spec.hint.emplace();
  std::size_t start = 0;
  while (value != "none" && start < value.size()) {
    const auto comma = std::min(value.find(',', start), value.size());
    spec.hint->push_back(to_name(value.substr(start, comma - start)));
    start = comma + 1;
  }
}

bool to_flag(const std::string& value) {
  if (value.empty() || value == "yes") {
    return true;
  }
  if (value == "no") {
    return false;
  }
  throw std::runtime_error(fmt::format("expected yes or no, not '{}'", value));
}

std::vector<std::uint8_t> to_token(const std::string& value) {
  return value == "none" ? std::vector<std::uint8_t>{} : to_bytes(value);
}

PacketSpec::Digest to_digest(const std::string& value) {
  if (value == "last") {
    return PacketSpec::Digest::last_data;
  }
  if (value == "wrong") {
    return PacketSpec::Digest::wrong;
  }
  throw std::runtime_error("expected digest=last or digest=wrong");
}

/// Content of that many bytes that is not all the same byte.
std::string content_of(std::uint64_t bytes) {
  std::string content(bytes, '\0');
  for (std::size_t i = 0; i < content.size(); ++i) {
    content[i] = static_cast<char>('a' + i % 26);
  }
  return content;
}

const std::map<std::string, Attribute>& attributes() {
  static const std::map<std::string, Attribute> known{
      {"nonce", set_nonce},
      {"hint", set_hint},
      {"can-be-prefix", [](auto& spec, const auto& value) { spec.can_be_prefix = to_flag(value); }},
      {"must-be-fresh", [](auto& spec, const auto& value) { spec.must_be_fresh = to_flag(value); }},
      {"lifetime", [](auto& spec, const auto& value) { spec.lifetime_ms = to_number(value); }},
      {"hop-limit",
       [](auto& spec, const auto& value) { spec.hop_limit = static_cast<std::uint8_t>(to_number(value)); }},
      {"digest", [](auto& spec, const auto& value) { spec.digest = to_digest(value); }},
      {"fresh", [](auto& spec, const auto& value) { spec.freshness_ms = to_number(value); }},
      {"content", [](auto& spec, const auto& value) { spec.content = value; }},
      {"size", [](auto& spec, const auto& value) { spec.content = content_of(to_number(value)); }},
      {"token", [](auto& spec, const auto& value) { spec.token = to_token(value); }},
      {"mark",
       [](auto& spec, const auto& value) { spec.mark = static_cast<std::uint8_t>(to_number(value)); }},
      {"next-hop",
       [](auto& spec, const auto& value) { spec.next_hop_face = static_cast<unsigned>(to_number(value)); }},
      {"no-cache", [](auto& spec, const auto& value) { spec.no_cache = to_flag(value); }},
      {"non-discovery", [](auto& spec, const auto& value) { spec.non_discovery = to_flag(value); }},
      {"announce", [](auto& spec, const auto& value) { spec.announcement = to_name(value); }},
  };
  return known;
}

wire::NackReason to_reason(const std::string& word) {
  static const std::map<std::string, wire::NackReason> reasons{{"none", wire::NackReason::none},
                                                               {"congestion", wire::NackReason::congestion},
                                                               {"duplicate", wire::NackReason::duplicate},
                                                               {"no-route", wire::NackReason::no_route}};
  const auto found = reasons.find(word);
  if (found == reasons.end()) {
    throw std::runtime_error(fmt::format("unknown Nack reason '{}'", word));
  }
  return found->second;
}

}  // namespace

PacketSpec parse_packet_spec(std::uint64_t face, Words& words) {
  PacketSpec spec;
  spec.face = static_cast<unsigned>(face);
  const auto kind = words.take("interest, data, nack or raw");
  if (kind == "raw") {
    spec.raw = to_bytes(words.take("bytes in hexadecimal"));
    return spec;
  }
  if (kind == "data") {
    spec.kind = wire::PacketKind::data;
  } else if (kind == "nack") {
    spec.kind = wire::PacketKind::nack;
    spec.reason = to_reason(words.take("a Nack reason"));
  } else if (kind != "interest") {
    throw std::runtime_error(fmt::format("expected interest, data, nack or raw, not '{}'", kind));
  }
  spec.name = to_name(words.take("a name"));
  while (!words.empty()) {
    const auto [key, value] = split_pair(words.take(""));
    const auto found = attributes().find(key);
    if (found == attributes().end()) {
      throw std::runtime_error(fmt::format("unknown attribute '{}'", key));
    }
    found->second(spec, value);
  }
  return spec;
}

}  // namespace augustus::scenario
