// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/lan_host.hh"

namespace augustus::scenario {
namespace {

constexpr Mac router_mac{2, 0, 0, 0, 0, 1};
constexpr Mac host_mac{2, 0, 0, 0, 0, 2};

std::optional<Bytes> first(std::deque<Bytes>& queue) {
  if (queue.empty()) {
    return std::nullopt;
  }
  auto bytes = std::move(queue.front());
  queue.pop_front();
  return bytes;
}

}  // namespace

LanHost::LanHost(unsigned number, unsigned receive_queues, unsigned send_queues)
    : number_(number),
      queues_(receive_queues),
      own_{host_mac, {10, 77, static_cast<std::uint8_t>(number), 2}},
      router_{router_mac, {10, 77, static_cast<std::uint8_t>(number), 1}},
      wire_(receive_queues, send_queues) {}

face::PortOptions LanHost::port() const {
  face::PortOptions options;
  options.name = "lan" + std::to_string(number_);
  options.device = wire_.device();
  options.mac = face::MacAddress{router_mac};
  options.addresses = {*face::IpPrefix::parse("10.77." + std::to_string(number_) + ".1/24")};
  return options;
}

void LanHost::send_udp(std::uint16_t own_port, std::span<const std::uint8_t> payload) {
  // As a NIC spreads flows: none of their names matters.
  wire_.give(udp_frame(own_, own_port, router_, face::ndn_port, payload), own_port % queues_);
}

void LanHost::send_ndn(std::span<const std::uint8_t> payload) {
  wire_.give(ndn_frame(own_.mac, payload));
}

std::optional<Bytes> LanHost::receive_udp(std::uint16_t own_port) {
  look();
  return first(udp_[own_port]);
}

std::optional<Bytes> LanHost::receive_ndn() {
  look();
  return first(ndn_);
}

void LanHost::look() {
  while (const auto bytes = wire_.take()) {
    const auto frame = LanFrame::read(*bytes);
    Bytes payload(frame.payload.begin(), frame.payload.end());
    switch (frame.kind) {
      case LanFrame::Kind::udp:
        udp_[frame.destination_port].push_back(std::move(payload));
        break;
      case LanFrame::Kind::ndn:
        ndn_.push_back(std::move(payload));
        break;
      case LanFrame::Kind::arp_request:
        if (frame.asked == own_.ip) {
          wire_.give(arp_reply(own_, {frame.source, frame.asker}));
        }
        break;
      case LanFrame::Kind::other:
        break;
    }
  }
}

}  // namespace augustus::scenario
