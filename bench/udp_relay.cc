// SPDX-License-Identifier: Apache-2.0
// The least that a forwarder over UDP sockets must do: pass datagrams on, one way and back, in batches.
#include <poll.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "bench/datagram_batch.hh"

using augustus::bench::DatagramBatch;
using augustus::bench::open_socket;

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fprintf(stderr, "usage: udp_relay LISTEN_PORT PRODUCER_PORT\n");
    return 2;
  }
  const auto port = [&](int i) { return static_cast<std::uint16_t>(std::atoi(argv[i])); };
  pollfd sockets[] = {{open_socket(port(1), 0), POLLIN, 0}, {open_socket(0, port(2)), POLLIN, 0}};
  static DatagramBatch batch;
  sockaddr_in consumer{};
  std::puts("ready");
  std::fflush(stdout);
  for (;;) {
    poll(sockets, 2, -1);
    if ((sockets[0].revents & POLLIN) != 0 && batch.receive(sockets[0].fd, &consumer) > 0)
      batch.send(sockets[1].fd);
    if (sockets[1].revents != 0 && batch.receive(sockets[1].fd) > 0) batch.send(sockets[0].fd, &consumer);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "udp_relay: %s\n", error.what());
  return 1;
}
