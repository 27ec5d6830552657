// SPDX-License-Identifier: Apache-2.0
#include "traffic/exchange_packets.hh"

#include <algorithm>
#include <cstring>

#include "base/packet_limit.hh"
#include "wire/lp_codec.hh"

namespace augustus::traffic {
namespace {

PacketTemplate data_template(const NameList& names, std::size_t payload) {
  const NameShape& shape = names.shape();
  return shape.format == wire::PacketFormat::ndn
             ? PacketTemplate::data(shape.name_bytes, payload, true)
             : PacketTemplate::compact(shape.format, wire::PacketKind::data, names.component_ends(), payload);
}

}  // namespace

PacketTemplate ExchangePackets::interest_template(const NameList& names) {
  const NameShape& shape = names.shape();
  return shape.format == wire::PacketFormat::ndn
             ? PacketTemplate::interest(shape.name_bytes)
             : PacketTemplate::compact(shape.format, wire::PacketKind::interest, names.component_ends(), 0);
}

ExchangePackets::ExchangePackets(const NameList& names, std::size_t payload)
    : names_(names),
      header_{names.shape().format, {}, {}, 1},
      frame_bytes_(is_ndn() ? face::ethernet_header_bytes : face::CompactHeader::bytes),
      interest_(interest_template(names)),
      data_(data_template(names, payload)),
      reference_(names.shape().format),
      scratch_(frame_bytes_ + packet_bytes_max) {
  for (std::uint32_t prefix = 0; prefix < names.shape().prefixes; ++prefix) {
    reference_.add_route(names.prefix(prefix));
  }
}

void ExchangePackets::write_header(std::uint8_t* frame, std::size_t packet_bytes) const {
  if (!is_ndn()) {
    header_.write({frame, frame_bytes_ + packet_bytes});
  }
}

void ExchangePackets::write_interest(std::uint8_t* frame, std::uint32_t name, std::uint64_t token,
                                     std::uint32_t nonce) const {
  interest_.write(frame + frame_bytes_, names_[name], token, nonce);
  write_header(frame, interest_.size());
}

void ExchangePackets::write_data(std::uint8_t* frame, std::uint32_t name, std::uint64_t token) const {
  data_.write(frame + frame_bytes_, names_[name], token, 0);
  write_header(frame, data_.size());
}

std::optional<std::uint32_t> ExchangePackets::read_interest(std::span<const std::uint8_t> packet) const {
  if (packet.size() != interest_.size() - interest_.link_bytes()) {
    return std::nullopt;
  }
  return names_.number_of(packet.data() + interest_.name_offset());
}

std::optional<ExchangePackets::Answer> ExchangePackets::read_data(
    std::span<const std::uint8_t> packet) const {
  if (packet.size() != data_.size()) {
    return std::nullopt;
  }
  if (!is_ndn()) {
    return Answer{std::nullopt, names_.number_of(packet.data() + data_.name_offset()), packet};
  }
  wire::LpHeader header;
  if (wire::decode_lp(packet, header) != wire::LpOutcome::ok || header.pit_token_length != PacketTemplate::token_bytes) {
    return std::nullopt;
  }
  std::uint64_t token = 0;
  std::memcpy(&token, header.pit_token.data(), PacketTemplate::token_bytes);
  return Answer{token, names_.number_of(header.fragment.data() + data_.name_offset()), header.fragment};
}

bool ExchangePackets::compare_interest(std::span<const std::uint8_t> packet, std::uint32_t name,
                                       std::uint64_t token, std::uint32_t nonce) {
  interest_.write(scratch_.data(), names_[name], token, nonce);
  const auto sent =
      reference_.forward({scratch_.data(), interest_.size()}, ReferenceForwarder::Port::consumer);
  return sent && sent->port == ReferenceForwarder::Port::producer && std::ranges::equal(sent->packet, packet);
}

bool ExchangePackets::compare_data(const Answer& answer, std::uint32_t name, std::uint64_t token,
                                   bool forwarded) {
  data_.write(scratch_.data(), names_[name], 0, 0);
  const std::span link(scratch_.data(), data_.size());
  if (!std::ranges::equal(answer.bare, link.subspan(data_.link_bytes()))) {
    return false;
  }
  if (!forwarded) {
    return true;
  }
  const auto sent = reference_.forward(link, ReferenceForwarder::Port::producer);
  return sent && sent->port == ReferenceForwarder::Port::consumer &&
         std::ranges::equal(sent->packet, answer.bare) &&
         (!is_ndn() ||
          (sent->token.size() == PacketTemplate::token_bytes && std::memcmp(sent->token.data(), &token, PacketTemplate::token_bytes) == 0));
}

}  // namespace augustus::traffic
