// SPDX-License-Identifier: Apache-2.0
#include "traffic/reference_forwarder.hh"

#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_codec.hh"

namespace augustus::traffic {

std::optional<ReferenceForwarder::Sent> ReferenceForwarder::forward(std::span<const std::uint8_t> link_packet,
                                                                    Port from) {
  wire::LpHeader header;
  if (wire::decode_lp(link_packet, header) != wire::LpOutcome::ok) {
    return std::nullopt;
  }
  const std::vector<std::uint8_t> packet(header.fragment.begin(), header.fragment.end());
  if (const auto interest = wire::Interest::decode(packet)) {
    for (std::size_t length = interest->name.size() + 1; length-- > 0;) {
      const auto route = routes_.find(interest->name.prefix(length));
      if (route != routes_.end()) {
        const auto* token = header.pit_token.data();
        pending_[interest->name] = {from, {token, token + header.pit_token_length}};
        return Sent{route->second, {}, packet};
      }
    }
    return std::nullopt;
  }
  if (const auto data = wire::Data::decode(packet)) {
    const auto found = pending_.find(data->name);
    if (found != pending_.end()) {
      Sent sent{found->second.port, found->second.token, packet};
      pending_.erase(found);
      return sent;
    }
  }
  return std::nullopt;
}

}  // namespace augustus::traffic
