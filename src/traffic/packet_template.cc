// SPDX-License-Identifier: Apache-2.0
#include "traffic/packet_template.hh"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/packet_limit.hh"
#include "wire/compact_codec.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::traffic {
namespace {

using wire::TlvWriter;
namespace tlv_type = wire::tlv_type;

constexpr std::size_t nonce_bytes = 4;

/// Where `part` lies in `whole`, which contains it once.
std::size_t find(const std::vector<std::uint8_t>& whole, const std::vector<std::uint8_t>& part) {
  const auto at = std::search(whole.begin(), whole.end(), part.begin(), part.end());
  return static_cast<std::size_t>(at - whole.begin());
}

std::vector<std::uint8_t> in_lp_packet(const std::vector<std::uint8_t>& fragment,
                                       const std::vector<std::uint8_t>& token) {
  return TlvWriter{}
      .nested(wire::lp_type::lp_packet,
              [&](TlvWriter& lp) {
                lp.element(wire::lp_type::pit_token, token);
                lp.element(wire::lp_type::fragment, fragment);
              })
      .take();
}

}  // namespace

PacketTemplate PacketTemplate::interest(std::size_t name_bytes, bool can_be_prefix,
                                        std::uint32_t lifetime_ms) {
  // Marks to find the places by.
  const std::vector<std::uint8_t> name(name_bytes, 0xf1);
  const std::vector<std::uint8_t> nonce(nonce_bytes, 0xf2);
  const std::vector<std::uint8_t> token(token_bytes, 0xf3);
  const auto bare = TlvWriter{}
                        .nested(tlv_type::interest,
                                [&](TlvWriter& interest) {
                                  interest.element(tlv_type::name, name);
                                  if (can_be_prefix) {
                                    interest.flag(tlv_type::can_be_prefix);
                                  }
                                  interest.element(tlv_type::nonce, nonce);
                                  if (lifetime_ms != 0) {
                                    interest.number(tlv_type::interest_lifetime, lifetime_ms);
                                  }
                                })
                        .take();
  PacketTemplate made;
  made.bytes_ = in_lp_packet(bare, token);
  made.link_bytes_ = made.bytes_.size() - bare.size();
  made.name_at_ = find(made.bytes_, name);
  made.nonce_at_ = find(made.bytes_, nonce);
  made.token_at_ = find(made.bytes_, token);
  return made;
}

PacketTemplate PacketTemplate::data(std::size_t name_bytes, std::size_t payload, bool token) {
  constexpr std::uint64_t digest_sha256 = 0;
  constexpr std::size_t signature_bytes = 32;
  const std::vector<std::uint8_t> name(name_bytes, 0xf1);
  const std::vector<std::uint8_t> token_mark(token_bytes, 0xf3);
  const auto bare =
      TlvWriter{}
          .nested(tlv_type::data,
                  [&](TlvWriter& data) {
                    data.element(tlv_type::name, name);
                    data.element(tlv_type::content, std::vector<std::uint8_t>(payload, 0xc0));
                    data.nested(tlv_type::signature_info, [](TlvWriter& info) {
                      info.number(tlv_type::signature_type, digest_sha256);
                    });
                    data.element(tlv_type::signature_value, std::vector<std::uint8_t>(signature_bytes, 0x51));
                  })
          .take();
  PacketTemplate made;
  made.bytes_ = token ? in_lp_packet(bare, token_mark) : bare;
  made.link_bytes_ = made.bytes_.size() - bare.size();
  made.name_at_ = find(made.bytes_, name);
  made.token_at_ = token ? find(made.bytes_, token_mark) : 0;
  return made;
}

PacketTemplate PacketTemplate::compact(wire::PacketFormat format, wire::PacketKind kind,
                                       std::span<const std::uint16_t> ends, std::size_t payload) {
  const std::vector<std::uint8_t> name(ends.back(), 0xf1);
  const std::vector<std::uint8_t> content(payload, 0xc0);
  PacketTemplate made;
  made.bytes_.resize(packet_bytes_max);
  made.bytes_.resize(wire::encode_compact({.kind = kind,
                                           .name = name,
                                           .component_ends = ends.first(ends.size() - 1),
                                           .nonce = {},
                                           .lifetime_ms = {},
                                           .freshness_s = {},
                                           .more_tlvs = {},
                                           .payload = content},
                                          format, made.bytes_));
  made.name_at_ = find(made.bytes_, name);
  return made;
}

void PacketTemplate::write(std::uint8_t* to, std::span<const std::uint8_t> name, std::uint64_t token,
                           std::uint32_t nonce) const {
  std::memcpy(to, bytes_.data(), bytes_.size());
  std::memcpy(to + name_at_, name.data(), name.size());
  if (token_at_ != 0) {
    std::memcpy(to + token_at_, &token, token_bytes);
  }
  if (nonce_at_ != 0) {
    std::memcpy(to + nonce_at_, &nonce, nonce_bytes);
  }
}

}  // namespace augustus::traffic
