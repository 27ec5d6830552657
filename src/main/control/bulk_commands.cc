// SPDX-License-Identifier: Apache-2.0
#include "main/control/bulk_commands.hh"

#include <fmt/format.h>

#include <utility>

#include "main/client/control.hh"
#include "main/client/interrupt.hh"
#include "main/client/signature.hh"
#include "manage/codec/control_response.hh"

namespace augustus::control {
namespace {

constexpr std::uint64_t code_unauthorized = 403;
constexpr TimeNs clock_wait_ns = 10 * nanoseconds_per_millisecond;

}  // namespace

void BulkCommands::give(manage::ControlParameters parameters, Outcome outcome) {
  wait_for(window - 1);
  wait_for_clock();
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

void BulkCommands::wait_for_clock() {
  while (at_clock_pace_ && client::signature_time_stands()) {
    bool waited = false;
    client_.at(monotonic_now() + clock_wait_ns, [&waited] { waited = true; });
    if (!client_.run([&waited] { return waited; })) {
      throw client::Interrupted();
    }
  }
}

void BulkCommands::express_later(manage::ControlParameters parameters, Outcome outcome, unsigned attempt) {
  if (!client::signature_time_stands()) {
    express(std::move(parameters), std::move(outcome), attempt);
    return;
  }
  client_.at(monotonic_now() + clock_wait_ns,
             [this, parameters = std::move(parameters), outcome = std::move(outcome), attempt]() mutable {
               express_later(std::move(parameters), std::move(outcome), attempt);
             });
}

void BulkCommands::express(manage::ControlParameters parameters, Outcome outcome, unsigned attempt) {
  const bool repeats_time = client::signature_time_stands();
  const auto command = client::make_command(client_, module_, verb_, parameters);
  client_.express(command, [this, parameters = std::move(parameters), outcome = std::move(outcome), attempt,
                            repeats_time](client::Reply& reply) mutable {
    if (reply.kind != client::Reply::Kind::data && attempt < attempts_max) {
      express(std::move(parameters), std::move(outcome), attempt + 1);
      return;
    }
    const auto response = reply.kind == client::Reply::Kind::data
                              ? manage::ControlResponse::decode(reply.data.content)
                              : std::nullopt;
    if (response && response->code == code_unauthorized && repeats_time && attempt < attempts_max) {
      at_clock_pace_ = true;
      express_later(std::move(parameters), std::move(outcome), attempt + 1);
      return;
    }
    --under_way_;
    if (reply.kind != client::Reply::Kind::data) {
      outcome("the router did not answer: " + describe(reply));
      return;
    }
    outcome(!response ? "the router's answer is not a ControlResponse"
            : client::succeeded(*response)
                ? ""
                : fmt::format("the router answered {}: {}", response->code, response->text));
  });
}

}  // namespace augustus::control
