// SPDX-License-Identifier: Apache-2.0
#include "main/client/watch.hh"

#include <fmt/format.h>

#include <stdexcept>

#include "main/client/control.hh"
#include "main/client/interrupt.hh"

namespace augustus::client {
namespace {

/// The router answers within a second, if with nothing.
constexpr std::uint64_t lifetime_ms = 3000;
constexpr unsigned silences_max = 3;

/// True when a Data came.
bool ask(Client& client, const wire::Name& name, Reply& reply) {
  wire::Interest interest;
  interest.name = name;
  interest.lifetime_ms = lifetime_ms;
  reply = client.exchange(interest, 0);
  if (reply.kind == Reply::Kind::nack) {
    throw std::runtime_error("the router has stopped: " + describe(reply));
  }
  return reply.kind == Reply::Kind::data;
}

}  // namespace

std::optional<std::string> watch(Client& client, std::string_view module,
                                 const manage::ControlParameters& parameters,
                                 const std::function<void()>& begun,
                                 const std::function<void(std::span<const std::uint8_t>)>& take) {
  const auto response = send_command(client, module, "start", parameters);
  if (!succeeded(response) || !response.body || !response.body->name) {
    throw std::runtime_error(fmt::format("{} {}", response.code, response.text));
  }
  begun();
  try {
    Reply reply;
    unsigned silences = 0;
    for (std::uint64_t number = 0;;) {
      wire::Name name = *response.body->name;
      name.append_number(wire::component_type::sequence_number, number);
      if (!ask(client, name, reply)) {
        if (++silences == silences_max) {
          throw std::runtime_error("the router fell silent");
        }
        continue;
      }
      silences = 0;
      ++number;
      if (reply.data.final_block_id) {
        return std::string(reply.data.content.begin(), reply.data.content.end());
      }
      take(reply.data.content);
    }
  } catch (const Interrupted&) {
    forget_interrupt();
    send_command(client, module, "stop", {});
    return std::nullopt;
  }
}

}  // namespace augustus::client
