// SPDX-License-Identifier: Apache-2.0
#include "main/client/arguments.hh"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "main/errors.hh"

namespace augustus::client {

void add_router_option(CLI::App& command, std::string& router) {
  command
      .add_option("--router", router,
                  "Where the router is: unix:///PATH, tcp4://HOST:PORT or udp4://HOST:PORT (default: "
                  "$NDN_CLIENT_TRANSPORT, else the local Unix socket)")
      ->type_name("URI");
}

wire::Name parse_name(const std::string& text) {
  const auto name = wire::Name::from_uri(text);
  if (!name) {
    throw UsageError(fmt::format("'{}' is not a name: expected one such as /example/hello", text));
  }
  return *name;
}

}  // namespace augustus::client
