// SPDX-License-Identifier: Apache-2.0
#include "main/control/bulk_commands.hh"

#include <fmt/format.h>

#include <utility>

#include "main/client/control.hh"
#include "main/client/interrupt.hh"
#include "manage/codec/control_response.hh"

namespace augustus::control {

void BulkCommands::give(manage::ControlParameters parameters, Outcome outcome) {
  wait_for(window - 1);
  ++under_way_;
  express(std::move(parameters), std::move(outcome), 1);
}

void BulkCommands::finish() {
  wait_for(0);
}

void BulkCommands::wait_for(std::size_t under_way) {
  if (under_way_ > under_way && !client_.run([&] { return under_way_ <= under_way; })) {
    throw client::Interrupted();
  }
}

void BulkCommands::express(manage::ControlParameters parameters, Outcome outcome, unsigned attempt) {
  const auto command = client::make_command(client_, module_, verb_, parameters);
  client_.express(command, [this, parameters = std::move(parameters), outcome = std::move(outcome),
                            attempt](client::Reply& reply) mutable {
    if (reply.kind != client::Reply::Kind::data && attempt < attempts_max) {
      express(std::move(parameters), std::move(outcome), attempt + 1);
      return;
    }
    --under_way_;
    if (reply.kind != client::Reply::Kind::data) {
      outcome("the router did not answer: " + describe(reply));
      return;
    }
    const auto response = manage::ControlResponse::decode(reply.data.content);
    outcome(!response ? "the router's answer is not a ControlResponse"
            : client::succeeded(*response)
                ? ""
                : fmt::format("the router answered {}: {}", response->code, response->text));
  });
}

}  // namespace augustus::control
