// SPDX-License-Identifier: Apache-2.0
#include "scenario/packet_codec.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/tlv_writer.hh"

namespace augustus::scenario {
namespace {

constexpr std::uint32_t nonce_drawn_first = 0x40000000;

std::vector<std::uint8_t> nonce_bytes(std::uint32_t nonce) {
  return {static_cast<std::uint8_t>(nonce >> 24), static_cast<std::uint8_t>(nonce >> 16),
          static_cast<std::uint8_t>(nonce >> 8), static_cast<std::uint8_t>(nonce)};
}

wire::Name full_name(const PacketSpec& spec, const Memory& memory) {
  auto name = spec.name;
  if (spec.digest != PacketSpec::Digest::none) {
    const std::array<std::uint8_t, 32> wrong{};
    name.append(wire::component_type::implicit_digest,
                spec.digest == PacketSpec::Digest::wrong ? wrong : memory.last_data_digest);
  }
  return name;
}

std::uint32_t nonce_of(const PacketSpec& spec, const Memory& memory) {
  static std::uint32_t drawn = nonce_drawn_first;
  switch (spec.nonce_kind) {
    case PacketSpec::Nonce::number:
      return spec.nonce;
    case PacketSpec::Nonce::last:
      return memory.last_nonce.at(spec.face);
    default:
      return ++drawn;
  }
}

std::vector<std::uint8_t> encode_interest(const PacketSpec& spec, const Memory& memory) {
  wire::TlvWriter writer;
  writer.nested(0x05, [&](wire::TlvWriter& interest) {
    interest.raw(full_name(spec, memory).tlv());
    if (spec.can_be_prefix.value_or(false)) {
      interest.flag(0x21);
    }
    if (spec.must_be_fresh.value_or(false)) {
      interest.flag(0x12);
    }
    if (spec.hint && !spec.hint->empty()) {
      interest.nested(0x1e, [&](wire::TlvWriter& hint) {
        for (const auto& delegation : *spec.hint) {
          hint.raw(delegation.tlv());
        }
      });
    }
    if (spec.nonce_kind != PacketSpec::Nonce::none) {
      interest.element(0x0a, nonce_bytes(nonce_of(spec, memory)));
    }
    if (spec.lifetime_ms) {
      interest.number(0x0c, *spec.lifetime_ms);
    }
    if (spec.hop_limit) {
      interest.element(0x22, std::vector<std::uint8_t>{*spec.hop_limit});
    }
  });
  return writer.take();
}

std::vector<std::uint8_t> encode_data(const PacketSpec& spec, Memory& memory) {
  wire::Data data;
  data.name = spec.name;
  data.freshness_ms = spec.freshness_ms;
  const auto content = spec.content.value_or("content");
  data.content.assign(content.begin(), content.end());
  auto bytes = data.encode();
  memory.last_data_digest = wire::implicit_digest(bytes);
  return bytes;
}

std::vector<std::uint8_t> encode_announcement(const wire::Name& prefix) {
  wire::Data announcement;
  announcement.name = prefix;
  announcement.name.append(wire::component_type::keyword, std::vector<std::uint8_t>{'P', 'A'});
  announcement.name.append_number(wire::component_type::version, 1);
  announcement.name.append_number(wire::component_type::segment, 0);
  return announcement.encode();
}

/// Collects what differs.
class Differences {
 public:
  template <typename T, typename U>
  void check(const char* what, const T& actual, const std::optional<U>& expected) {
    if (expected && !(actual == *expected)) {
      add(what);
    }
  }
  void add(const std::string& what) { text_ += (text_.empty() ? "" : ", ") + what; }
  std::optional<std::string> result() const { return text_.empty() ? std::nullopt : std::optional(text_); }

 private:
  std::string text_;
};

void check_nonce(const wire::Interest& interest, const PacketSpec& expected, Memory& memory,
                 Differences& found) {
  switch (expected.nonce_kind) {
    case PacketSpec::Nonce::number:
      found.check("nonce", interest.nonce, std::optional(expected.nonce));
      break;
    case PacketSpec::Nonce::last:
      found.check("nonce", interest.nonce, std::optional(memory.last_nonce[expected.face]));
      break;
    case PacketSpec::Nonce::none:
      if (interest.nonce) {
        found.add("nonce");
      }
      break;
    case PacketSpec::Nonce::any:
      if (!interest.nonce) {
        found.add("nonce");
      }
      break;
    case PacketSpec::Nonce::unsaid:
      break;
  }
  memory.last_nonce[expected.face] = interest.nonce.value_or(0);
}

void check_interest(const wire::Interest& interest, const PacketSpec& expected, Memory& memory,
                    Differences& found) {
  found.check("name", interest.name, std::optional(full_name(expected, memory)));
  found.check("can-be-prefix", interest.can_be_prefix, expected.can_be_prefix);
  found.check("must-be-fresh", interest.must_be_fresh, expected.must_be_fresh);
  found.check("hint", interest.forwarding_hint, expected.hint);
  found.check("lifetime", interest.lifetime_ms.value_or(4000), expected.lifetime_ms);
  if (expected.hop_limit && interest.hop_limit != expected.hop_limit) {
    found.add("hop-limit");
  }
  check_nonce(interest, expected, memory, found);
}

void check_data(const wire::Data& data, const PacketSpec& expected, Differences& found) {
  found.check("name", data.name, std::optional(expected.name));
  found.check("fresh", data.freshness_ms.value_or(0), expected.freshness_ms);
  found.check("content", std::string(data.content.begin(), data.content.end()), expected.content);
}

}  // namespace

Packet encode(const PacketSpec& spec, Memory& memory) {
  Packet packet;
  packet.kind = spec.kind;
  if (!spec.raw.empty()) {
    packet.bytes = spec.raw;
    return packet;
  }
  packet.bytes =
      spec.kind == wire::PacketKind::data ? encode_data(spec, memory) : encode_interest(spec, memory);
  packet.reason = spec.reason;
  packet.token = spec.token.value_or(std::vector<std::uint8_t>{});
  packet.mark = spec.mark.value_or(0);
  packet.next_hop_face = spec.next_hop_face.value_or(0);
  packet.no_cache = spec.no_cache.value_or(false);
  packet.non_discovery = spec.non_discovery.value_or(false);
  if (spec.announcement) {
    packet.announcement = encode_announcement(*spec.announcement);
  }
  return packet;
}

std::optional<std::string> differs(const Packet& packet, const PacketSpec& expected, Memory& memory) {
  Differences found;
  if (packet.kind != expected.kind) {
    return "kind";
  }
  if (packet.kind == wire::PacketKind::data) {
    const auto data = wire::Data::decode(packet.bytes);
    if (!data) {
      return "not a Data";
    }
    check_data(*data, expected, found);
  } else {
    const auto interest = wire::Interest::decode(packet.bytes);
    if (!interest) {
      return "not an Interest";
    }
    check_interest(*interest, expected, memory, found);
  }
  found.check("reason", packet.reason, std::optional(expected.reason));
  found.check("token", packet.token, expected.token);
  found.check("mark", packet.mark, expected.mark);
  found.check("non-discovery", packet.non_discovery, expected.non_discovery);
  if (expected.announcement && packet.announcement != encode_announcement(*expected.announcement)) {
    found.add("announce");
  }
  return found.result();
}

std::string describe(const Packet& packet) {
  std::string text;
  if (packet.kind == wire::PacketKind::data) {
    const auto data = wire::Data::decode(packet.bytes);
    text = data ? fmt::format("data {} fresh={} ({} B)", data->name.uri(), data->freshness_ms.value_or(0),
                              packet.bytes.size())
                : "data (malformed)";
  } else if (const auto interest = wire::Interest::decode(packet.bytes); interest) {
    text = fmt::format(
        "{} {} nonce={}{}{}",
        packet.kind == wire::PacketKind::nack ? fmt::format("nack({})", static_cast<int>(packet.reason))
                                              : "interest",
        interest->name.uri(), interest->nonce.value_or(0), interest->can_be_prefix ? " can-be-prefix" : "",
        interest->hop_limit ? fmt::format(" hop-limit={}", *interest->hop_limit) : "");
  } else {
    text = "interest (malformed)";
  }
  if (!packet.token.empty()) {
    text += fmt::format(" token={:02x}", fmt::join(packet.token, ""));
  }
  return packet.mark != 0 ? text + fmt::format(" mark={}", packet.mark) : text;
}

}  // namespace augustus::scenario
