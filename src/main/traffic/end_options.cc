// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/end_options.hh"

#include <CLI/CLI.hpp>

namespace augustus::traffic {

void add_end_options(CLI::App& command, EndOptions& options, const std::string& prefix) {
  const auto name = [&](const char* rest) { return "--" + prefix + rest; };
  const std::string group = prefix.empty() ? "Attachment" : "Attachment of the producer";
  command
      .add_option(name("router"), options.router,
                  "Where the forwarder is: unix:///PATH, tcp4://HOST:PORT or udp4://HOST:PORT (default: " +
                      std::string(prefix.empty() ? "$NDN_CLIENT_TRANSPORT, else the local Unix socket)"
                                                 : "as --router)"))
      ->type_name("URI")
      ->group(group);
  command
      .add_option(name("local-port"), options.local_port,
                  "UDP port to send from, for a Face that the forwarder has to it (default: any)")
      ->group(group);
  command
      .add_option(name("namespace"), options.network_namespace,
                  "Network namespace that the socket is opened in, by its name for `ip netns` (needs root)")
      ->type_name("NAME")
      ->group(group);
  add_port_options(command, options, prefix);
}

void add_port_options(CLI::App& command, EndOptions& options, const std::string& prefix) {
  const auto name = [&](const char* rest) { return "--" + prefix + rest; };
  const std::string group = prefix.empty() ? "Attachment" : "Attachment of the producer";
  auto* port = command
                   .add_option(name("port"), options.device,
                               "A DPDK port instead, named as in the router's configuration: "
                               "net_af_packet0,iface=eth1 or 0000:01:00.0")
                   ->type_name("DEVICE")
                   ->group(group);
  command
      .add_option(name("remote"), options.remote,
                  "The other end of the port's link: ether://[MAC] or udp4://ADDRESS:PORT; a producer may go "
                  "without and answers whoever asks")
      ->type_name("URI")
      ->needs(port)
      ->group(group);
  command
      .add_option(name("address"), options.addresses,
                  "The port's own address with its prefix length, for UDP")
      ->type_name("ADDRESS/LENGTH")
      ->needs(port)
      ->group(group);
  command.add_option(name("gateway"), options.gateways, "Where the port's link has a gateway")
      ->type_name("ADDRESS")
      ->needs(port)
      ->group(group);
  command.add_option(name("mtu"), options.mtu, "Bytes of an IP packet (default: the device's)")
      ->check(CLI::Range(576, 9600))
      ->needs(port)
      ->group(group);
  command.add_option(name("mac"), options.mac, "Ethernet address of the port (default: the device's)")
      ->needs(port)
      ->group(group);
}

void add_format_options(CLI::App& command, FormatOptions& options) {
  command
      .add_option("--header", options.header,
                  "ndn; ndn-token: with a PIT token of 8 bytes in NDNLPv2; compact or compact-2016, on ports")
      ->check(CLI::IsMember({"ndn", "ndn-token", "compact", "compact-2016"}))
      ->capture_default_str()
      ->group("Attachment");
  command
      .add_option("--content-seed", options.content_seed,
                  "Content follows from this and the name: consumer and producer must agree")
      ->capture_default_str()
      ->group("Attachment");
  command.add_flag("--huge-pages", options.huge_pages, "DPDK with huge pages")->group("Attachment");
  command.add_option("--memory-mb", options.memory_mb, "DPDK's memory without huge pages")
      ->check(CLI::Range(64, 65536))
      ->capture_default_str()
      ->group("Attachment");
}

}  // namespace augustus::traffic
