// SPDX-License-Identifier: Apache-2.0
// The least that a forwarder over UDP sockets must do: pass datagrams on, one way and back, in batches.
#include <poll.h>

#include <cstdio>
#include <deque>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/datagram_batch.hh"
#include "bench/segmented_batch.hh"

namespace augustus::bench {
namespace {

constexpr const char* usage =
    "usage: udp_relay [--offload] LISTEN=LOCAL/PRODUCER[,LOCAL/PRODUCER...]...\n"
    "Passes what comes to LISTEN on to the producers in turn, from LOCAL, and what they send back to whoever "
    "asked\n"
    "last. Each is ADDRESS:PORT. --offload: the kernel joins and cuts datagrams (UDP_GRO, UDP_SEGMENT).\n";

sockaddr_in address_of(const std::string& text) {
  const auto colon = text.find(':');
  sockaddr_in address{};
  address.sin_family = AF_INET;
  if (colon == std::string::npos || inet_pton(AF_INET, text.substr(0, colon).c_str(), &address.sin_addr) != 1)
    throw std::invalid_argument("expected ADDRESS:PORT instead of " + text);
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoul(text.substr(colon + 1))));
  return address;
}

int open_at(const std::string& local, const std::string& peer, bool offload) {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  const int bytes = 4 << 20, on = 1;
  setsockopt(socket, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes);
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (offload) SegmentedBatch::join_on(socket);
  const auto own = address_of(local);
  if (bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0)
    throw std::system_error(errno, std::generic_category(), "bind to " + local);
  if (peer.empty()) return socket;
  const auto other = address_of(peer);
  if (connect(socket, reinterpret_cast<const sockaddr*>(&other), sizeof other) != 0)
    throw std::system_error(errno, std::generic_category(), "connect to " + peer);
  return socket;
}

/// A consumer's side and the producers that it is joined to.
struct Way {
  std::vector<pollfd> sockets;  // the consumer's first
  sockaddr_in consumer{};
  std::size_t turn = 0;

  Way(const std::string& text, bool offload) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) throw std::invalid_argument("expected LISTEN=... instead of " + text);
    sockets.push_back({open_at(text.substr(0, equals), "", offload), POLLIN, 0});
    for (std::size_t at = equals + 1; at < text.size();) {
      const auto end = std::min(text.find(',', at), text.size());
      const std::string one = text.substr(at, end - at);
      const auto slash = std::min(one.find('/'), one.size() - 1);
      sockets.push_back({open_at(one.substr(0, slash), one.substr(slash + 1), offload), POLLIN, 0});
      at = end + 1;
    }
    if (sockets.size() < 2) throw std::invalid_argument("no producer in " + text);
  }

  template <typename Batch>
  void pass_on(Batch& batch, const pollfd* ready) {
    if ((ready[0].revents & POLLIN) != 0 && batch.receive(sockets[0].fd, &consumer)) {
      turn = turn % (sockets.size() - 1) + 1;
      batch.send(sockets[turn].fd);
    }
    for (std::size_t i = 1; i < sockets.size(); ++i)
      if (ready[i].revents != 0 && batch.receive(sockets[i].fd)) batch.send(sockets[0].fd, &consumer);
  }
};

template <typename Batch>
[[noreturn]] void relay(std::deque<Way>& ways) {
  static Batch batch;
  std::vector<pollfd> all;
  for (const Way& way : ways) all.insert(all.end(), way.sockets.begin(), way.sockets.end());
  for (;;) {
    poll(all.data(), all.size(), -1);
    const pollfd* at = all.data();
    for (Way& way : ways) {
      way.pass_on(batch, at);
      at += way.sockets.size();
    }
  }
}

int run(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool offload = !words.empty() && words.front() == "--offload";
  if (offload) words.erase(words.begin());
  if (words.empty()) {
    std::fputs(usage, stderr);
    return 2;
  }
  std::deque<Way> ways;
  for (const std::string& word : words) ways.emplace_back(word, offload);
  std::puts("ready");
  std::fflush(stdout);
  offload ? relay<SegmentedBatch>(ways) : relay<DatagramBatch>(ways);
}

}  // namespace
}  // namespace augustus::bench

int main(int argc, char** argv) try {
  return augustus::bench::run(argc, argv);
} catch (const std::exception& error) {
  std::fprintf(stderr, "udp_relay: %s\n", error.what());
  return 1;
}
