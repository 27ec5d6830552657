// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "patience.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "worker/router.hh"

namespace augustus::worker {

using Bytes = std::vector<std::uint8_t>;

/// A client on the router's Unix socket that sends and reads bare packets.
class UnixClient {
 public:
  explicit UnixClient(const std::string& path) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ~UnixClient() { close(socket_); }

  void send(const Bytes& packet) {
    EXPECT_EQ(::send(socket_, packet.data(), packet.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(packet.size()));
  }
  /// What arrives while the router's management thread is being driven; empty when nothing comes.
  Bytes receive(Router& router) {
    Bytes packet;
    test::becomes([&] {
      router.poll();
      pollfd wait{socket_, POLLIN, 0};
      if (poll(&wait, 1, 10) != 1) {
        return false;
      }
      packet.resize(9000);
      const auto length = recv(socket_, packet.data(), packet.size(), 0);
      packet.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
      return true;
    });
    return packet;
  }

 private:
  int socket_;
};

inline Bytes data_of(const char* name, Bytes content = {1, 2, 3}) {
  wire::Data data;
  data.name = wire::Name::literal(name);
  data.content = std::move(content);
  data.freshness_ms = 10000;
  return data.encode();
}

inline Bytes interest_of(const char* name, bool can_be_prefix = false) {
  wire::Interest interest;
  interest.name = wire::Name::literal(name);
  interest.can_be_prefix = can_be_prefix;
  return interest.encode();
}

}  // namespace augustus::worker
