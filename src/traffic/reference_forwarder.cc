// SPDX-License-Identifier: Apache-2.0
#include "traffic/reference_forwarder.hh"

#include <utility>

#include "wire/compact_codec.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_codec.hh"

namespace augustus::traffic {
namespace {

std::vector<std::uint8_t> copy_of(std::span<const std::uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

/// Bytes of the name's first 0, 1, 2, ... components.
std::vector<std::size_t> prefixes_of(const wire::Name& name) {
  std::vector<std::size_t> lengths;
  for (std::size_t components = 0; components <= name.size(); ++components) {
    lengths.push_back(name.prefix(components).value().size());
  }
  return lengths;
}

}  // namespace

std::optional<ReferenceForwarder::Sent> ReferenceForwarder::forward(std::span<const std::uint8_t> link_packet,
                                                                    Port from) {
  return format_ == wire::PacketFormat::ndn ? forward_ndn(link_packet, from)
                                            : forward_compact(link_packet, from);
}

std::optional<ReferenceForwarder::Sent> ReferenceForwarder::forward_ndn(
    std::span<const std::uint8_t> link_packet, Port from) {
  wire::LpHeader header;
  if (wire::decode_lp(link_packet, header) != wire::LpOutcome::ok) {
    return std::nullopt;
  }
  const Bytes packet = copy_of(header.fragment);
  if (const auto interest = wire::Interest::decode(packet)) {
    return forward_interest(copy_of(interest->name.value()), prefixes_of(interest->name), from,
                            copy_of({header.pit_token.data(), header.pit_token_length}), packet);
  }
  if (const auto data = wire::Data::decode(packet)) {
    return forward_data(copy_of(data->name.value()), packet);
  }
  return std::nullopt;
}

std::optional<ReferenceForwarder::Sent> ReferenceForwarder::forward_compact(
    std::span<const std::uint8_t> packet, Port from) {
  wire::PacketView view;
  if (wire::parse_compact(packet, format_, view) != wire::ParseOutcome::ok) {
    return std::nullopt;
  }
  const Bytes name = copy_of(wire::name_bytes(view, packet.data()));
  Bytes sent = copy_of(packet);
  if (view.kind == wire::PacketKind::data) {
    return forward_data(name, std::move(sent));
  }
  std::vector<std::size_t> prefixes;
  for (unsigned components = 0; components <= view.prefix_count(); ++components) {
    prefixes.push_back(view.prefix_length(components));
  }
  --sent[view.hop_limit_offset];
  return forward_interest(name, prefixes, from, {}, std::move(sent));
}

std::optional<ReferenceForwarder::Sent> ReferenceForwarder::forward_interest(
    const Bytes& name, const std::vector<std::size_t>& prefixes, Port from, Bytes token, Bytes packet) {
  for (auto length = prefixes.rbegin(); length != prefixes.rend(); ++length) {
    const auto route = routes_.find(copy_of(std::span(name).first(*length)));
    if (route != routes_.end()) {
      pending_[name] = {from, std::move(token)};
      return Sent{route->second, {}, std::move(packet)};
    }
  }
  return std::nullopt;
}

std::optional<ReferenceForwarder::Sent> ReferenceForwarder::forward_data(const Bytes& name, Bytes packet) {
  const auto found = pending_.find(name);
  if (found == pending_.end()) {
    return std::nullopt;
  }
  Sent sent{found->second.port, std::move(found->second.token), std::move(packet)};
  pending_.erase(found);
  return sent;
}

}  // namespace augustus::traffic
