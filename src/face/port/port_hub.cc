// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_hub.hh"

#include <array>

namespace augustus::face {
namespace {

constexpr unsigned mail_slots = 2047;
constexpr unsigned news_slots = 1023;

}  // namespace

PortHub::PortHub(const PortOptions& options, PacketPool& pool)
    : device_(options, pool), mail_(mail_slots) {
  for (std::uint16_t queue = 0; queue < device_.transmit_queues(); ++queue) {
    const auto name = "port" + std::to_string(device_.id()) + "_" + std::to_string(queue);
    builders_.push_back(std::make_unique<FrameBuilder>(name, pool, device_.gathers()));
    if (queue != 0) {
      news_.push_back(std::make_unique<MessageRing<PortNews>>(news_slots));
    }
  }
}

PortHub::~PortHub() {
  std::array<PortMail, 32> mail;
  while (const unsigned count = mail_.pop(mail)) {
    for (unsigned i = 0; i < count; ++i) {
      rte_pktmbuf_free(mail[i].outgoing.packet);
    }
  }
}

}  // namespace augustus::face
