// SPDX-License-Identifier: Apache-2.0
#include "main/client/control.hh"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "main/client/segment.hh"
#include "main/client/signature.hh"
#include "manage/codec/forwarder_status.hh"

namespace augustus::client {
namespace {

constexpr std::uint64_t segments_max = 100'000;
/// A router answers faces/create when the connection stands or its attempt is over, which takes 8 s at most.
constexpr std::uint64_t connect_patience_ms = 10'000;

/// rib/register is offered to programs on other machines too, everything else to local ones alone.
wire::Name management_prefix(bool is_local, std::string_view module) {
  return wire::Name::literal(!is_local && module == "rib" ? "/localhop/nfd" : "/localhost/nfd");
}

constexpr std::uint64_t content_type_nack = 3;

/// A dataset that the router cannot give comes as a ControlResponse in Data of ContentType Nack.
void refuse_error_response(const wire::Name& name, const wire::Data& data) {
  if (data.content_type != content_type_nack) {
    return;
  }
  const auto response = manage::ControlResponse::decode(data.content);
  throw std::runtime_error(response ? fmt::format("{}: {} {}", name.uri(), response->code, response->text)
                                    : fmt::format("the router refused {}", name.uri()));
}

[[noreturn]] void fail_unanswered(const wire::Name& name, const Reply& reply) {
  throw std::runtime_error(fmt::format("the router did not answer {}: {}", name.uri(), describe(reply)));
}

/// What the NFD management protocol has; the rest is Augustus' own, and no other router answers it at all.
constexpr std::array<std::string_view, 8> datasets_of_nfd = {"status/general", "faces/list", "faces/query",
                                                             "faces/channels", "fib/list",  "rib/list",
                                                             "cs/info", "strategy-choice/list"};
constexpr std::array<std::string_view, 12> commands_of_nfd = {
    "faces/create",       "faces/update",        "faces/destroy",  "fib/add-nexthop", "fib/remove-nexthop",
    "cs/config",          "cs/erase",            "rib/register",   "rib/unregister",  "rib/announce",
    "strategy-choice/set", "strategy-choice/unset"};

/// How long status/general may take, each time it is asked for; a router has it at hand unless it is very busy.
constexpr std::uint64_t general_patience_ms = 1000;

/// Asks what every router with the NFD management protocol answers. Throws std::runtime_error unless it is
/// Augustus that does.
void require_augustus(Client& client, std::string_view wanted) {
  wire::Interest interest;
  interest.name = wire::Name::literal("/localhost/nfd/status/general");
  interest.can_be_prefix = true;
  interest.must_be_fresh = true;
  interest.lifetime_ms = general_patience_ms;
  const Reply reply = client.exchange(interest);
  if (reply.kind != Reply::Kind::data) {
    fail_unanswered(interest.name, reply);
  }
  const auto status = manage::ForwarderStatus::decode(reply.data.content);
  if (!status || !status->version.starts_with("augustus")) {
    throw std::runtime_error(fmt::format("the router is not Augustus but {}: it has no {}",
                                         status ? status->version : "another one", wanted));
  }
}

template <typename Words>
bool contains(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

wire::Interest make_command(const Client& client, std::string_view module, std::string_view verb,
                            const manage::ControlParameters& parameters) {
  return make_command(client.is_local(), module, verb, parameters);
}

wire::Interest make_command(bool is_local, std::string_view module, std::string_view verb,
                            const manage::ControlParameters& parameters) {
  wire::Interest interest;
  interest.name = management_prefix(is_local, module);
  interest.name.append(module).append(verb);
  interest.name.append(wire::component_type::generic, parameters.encode());
  sign_with_digest(interest);
  return interest;
}

manage::ControlResponse send_command(Client& client, std::string_view module, std::string_view verb,
                                     const manage::ControlParameters& parameters) {
  const std::string own_name = fmt::format("{}/{}", module, verb);
  if (!contains(commands_of_nfd, own_name)) {
    require_augustus(client, own_name);
  }
  wire::Interest interest = make_command(client, module, verb, parameters);
  if (module == "faces" && verb == "create") {
    interest.lifetime_ms = connect_patience_ms;
  }
  const wire::Name command = interest.name.prefix(interest.name.size() - 1);
  // Not tried again: the router refuses a second Interest with the same signature.
  const Reply reply = client.exchange(interest, 0);
  if (reply.kind != Reply::Kind::data) {
    fail_unanswered(command, reply);
  }
  const auto response = manage::ControlResponse::decode(reply.data.content);
  if (!response) {
    throw std::runtime_error(
        fmt::format("the router's answer to {} is not a ControlResponse", command.uri()));
  }
  return *response;
}

std::vector<std::uint8_t> fetch_dataset(Client& client, std::string_view dataset,
                                        std::span<const std::uint8_t> argument) {
  if (!contains(datasets_of_nfd, dataset)) {
    require_augustus(client, dataset);
  }
  wire::Interest interest;
  interest.name =
      wire::Name::literal("/localhost/nfd").append(wire::Name::literal(fmt::format("/{}", dataset)));
  if (!argument.empty()) {
    interest.name.append(wire::component_type::generic, argument);
  }
  interest.can_be_prefix = true;
  interest.must_be_fresh = true;
  std::vector<std::uint8_t> elements;
  for (std::uint64_t segment = 0; segment < segments_max; ++segment) {
    const Reply reply = client.exchange(interest);
    if (reply.kind != Reply::Kind::data) {
      fail_unanswered(interest.name, reply);
    }
    refuse_error_response(interest.name, reply.data);
    elements.insert(elements.end(), reply.data.content.begin(), reply.data.content.end());
    // Only the last segment need carry a FinalBlockId (NFD wiki StatusDataset).
    if (const auto final = final_segment(reply.data); final && *final <= segment) {
      return elements;
    }
    interest = wire::Interest{};
    interest.name = reply.data.name.prefix(reply.data.name.size() - 1);
    interest.name.append_number(wire::component_type::segment, segment + 1);
  }
  throw std::runtime_error(fmt::format("{} has no end", dataset));
}

void register_prefix(Client& client, const wire::Name& prefix) {
  manage::ControlParameters parameters;
  parameters.name = prefix;
  const manage::ControlResponse response = send_command(client, "rib", "register", parameters);
  if (!succeeded(response)) {
    throw std::runtime_error(
        fmt::format("the router refused to register {}: {} {}", prefix.uri(), response.code, response.text));
  }
}

}  // namespace augustus::client
