// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "main/client/client.hh"
#include "main/client/socket.hh"

namespace augustus::client {

/// A connection between a client and whoever plays its router. Each end is to be taken once.
class SocketPair {
 public:
  explicit SocketPair(bool is_stream = true) : is_stream_(is_stream) {
    if (::socketpair(AF_UNIX, is_stream ? SOCK_STREAM : SOCK_SEQPACKET, 0, ends_) != 0) {
      throw std::system_error(errno, std::generic_category());
    }
  }
  Socket first() const { return Socket(ends_[0], is_stream_); }
  Socket second() const { return Socket(ends_[1], is_stream_); }

 private:
  bool is_stream_;
  int ends_[2];
};

}  // namespace augustus::client
