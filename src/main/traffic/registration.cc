// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/registration.hh"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "face/socket_address.hh"
#include "main/client/client.hh"
#include "main/client/control.hh"
#include "main/client/interrupt.hh"

namespace augustus::traffic {
namespace {

constexpr TimeNs patience = 4 * nanoseconds_per_second;

/// Waits for the Data that answers one command.
class Answer final : public Link::Receiver {
 public:
  explicit Answer(const wire::Name& command) : command_(command) {}

  void receive(const Packet& packet) override {
    if (packet.kind == wire::PacketKind::nack) {
      const auto interest = wire::Interest::decode(packet.bytes);
      refused_ = refused_ || (interest && interest->name == command_);
    } else if (packet.kind == wire::PacketKind::data) {
      const auto data = wire::Data::decode(packet.bytes);
      if (data && data->name == command_) {
        response_ = manage::ControlResponse::decode(data->content);
      }
    }
  }

  bool came() const { return refused_ || response_.has_value(); }
  const std::optional<manage::ControlResponse>& response() const { return response_; }

 private:
  const wire::Name& command_;
  bool refused_ = false;
  std::optional<manage::ControlResponse> response_;
};

void await(Link& link, Answer& answer) {
  const TimeNs deadline = monotonic_now() + patience;
  for (TimeNs now = monotonic_now(); !answer.came() && now < deadline; now = monotonic_now()) {
    link.flush(now);
    if (link.receive(answer, now) != 0) {
      continue;
    }
    if (client::interrupted()) {
      throw client::Interrupted();
    }
    pollfd descriptor{link.descriptor(), static_cast<short>(POLLIN | (link.wants_write() ? POLLOUT : 0)), 0};
    const TimeNs pause = link.descriptor() < 0 ? nanoseconds_per_millisecond / 10 : deadline - now;
    client::wait_for(descriptor, now + pause);
  }
}

[[noreturn]] void fail(const wire::Name& prefix, const std::string& why) {
  throw std::runtime_error(fmt::format("the forwarder did not register {}: {}", prefix.uri(), why));
}

std::string own_uri(const Link& link) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  int type = 0;
  socklen_t type_size = sizeof(type);
  if (link.descriptor() < 0 || getsockopt(link.descriptor(), SOL_SOCKET, SO_TYPE, &type, &type_size) != 0 ||
      type != SOCK_DGRAM ||
      getsockname(link.descriptor(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("only a UDP end can be registered by another connection (--register face)");
  }
  return face::SocketAddress::local_of(link.descriptor()).uri("udp");
}

}  // namespace

void register_over(Link& link, bool is_local, const std::vector<wire::Name>& prefixes) {
  for (const wire::Name& prefix : prefixes) {
    manage::ControlParameters parameters;
    parameters.name = prefix;
    const wire::Interest command = client::make_command(is_local, "rib", "register", parameters);
    const auto bytes = command.encode();
    // The name with the digest of its parameters, as it is sent.
    const wire::Name sent = wire::Interest::decode(bytes)->name;
    Answer answer(sent);
    link.send({.bytes = bytes});
    await(link, answer);
    if (!answer.response()) {
      fail(prefix, is_local
                       ? "no answer"
                       : "no answer; over UDP and ports it must accept /localhop/nfd commands "
                         "(Augustus: security.localhop_rib), or use --register URI, or --register none with "
                         "routes of your own");
    }
    if (!client::succeeded(*answer.response())) {
      fail(prefix, fmt::format("{} {}", answer.response()->code, answer.response()->text));
    }
  }
}

void register_by(const std::string& control, const Link& link, const std::vector<wire::Name>& prefixes) {
  client::Client client(client::parse_endpoint(control));
  manage::ControlParameters face;
  face.uri = own_uri(link);
  const auto made = client::send_command(client, "faces", "create", face);
  // 409: it has one already, and says which.
  constexpr std::uint64_t conflict = 409;
  if ((!client::succeeded(made) && made.code != conflict) || !made.body || !made.body->face_id) {
    throw std::runtime_error(
        fmt::format("the forwarder made no Face to {}: {} {}", *face.uri, made.code, made.text));
  }
  for (const wire::Name& prefix : prefixes) {
    manage::ControlParameters route;
    route.name = prefix;
    route.face_id = made.body->face_id;
    const auto registered = client::send_command(client, "rib", "register", route);
    if (!client::succeeded(registered)) {
      fail(prefix, fmt::format("{} {}", registered.code, registered.text));
    }
  }
}

}  // namespace augustus::traffic
