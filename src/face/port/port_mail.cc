// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "face/port/port_transport.hh"

namespace augustus::face {
namespace {

constexpr unsigned mail_burst = 32;

}  // namespace

void PortTransport::take_mail(Ingress& ingress, TimeNs now) {
  if (hub_->mail().empty()) {
    return;
  }
  std::array<PortMail, mail_burst> mail;
  const unsigned count = hub_->mail().pop(mail);
  IngressBatch batch(ingress);
  for (unsigned i = 0; i < count; ++i) {
    switch (mail[i].kind) {
      case PortMail::Kind::frame:
        receive_frame(mail[i].outgoing.packet, batch, now);
        break;
      case PortMail::Kind::outgoing:
        take_outgoing(mail[i], now);
        break;
      case PortMail::Kind::whole:
        output_.push(mail[i].outgoing.packet);
        break;
    }
  }
  if (!queue_.empty()) {
    flush(now);
  }
}

void PortTransport::take_outgoing(const PortMail& mail, TimeNs now) {
  PortFace* face = faces_.find(mail.outgoing.face);
  if (face != nullptr && face->header.has_ip() && face->key.kind == PortFaceKind::udp) {
    if (const auto mac = neighbours_.mac_of(face->next_hop, now)) {
      tell(mail.branch, {.kind = PortNews::Kind::neighbour, .face = face->link.face(), .mac = *mac});
    }
  }
  send(mail.outgoing, now);
}

void PortTransport::tell_added(const PortFace& face) {
  for (unsigned branch = 1; branch <= hub_->branches(); ++branch) {
    tell(branch,
         {.kind = PortNews::Kind::added, .face = face.link.face(), .key = face.key, .header = face.header});
  }
}

void PortTransport::tell(unsigned branch, const PortNews& news) {
  auto& untold = untold_[branch - 1];
  if (!untold.empty() || !hub_->news(branch).push(news)) {
    untold.push_back(news);
  }
  counters_.passed.add();
}

void PortTransport::tell_rest() {
  for (unsigned branch = 1; branch <= hub_->branches(); ++branch) {
    auto& untold = untold_[branch - 1];
    while (!untold.empty() && hub_->news(branch).push(untold.front())) {
      untold.pop_front();
    }
  }
}

}  // namespace augustus::face
