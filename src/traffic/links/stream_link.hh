// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "face/file_descriptor.hh"
#include "traffic/links/link.hh"
#include "traffic/links/lp_reassembler.hh"

namespace augustus::traffic {

/// A connected stream socket, TCP or Unix: packets one after the other.
class StreamLink final : public Link {
 public:
  /// Takes over a connected socket.
  explicit StreamLink(face::FileDescriptor socket);

  bool ready() const override { return used_ + burst * packet_room <= output_.size(); }
  bool send(const Packet& packet) override;
  void flush(TimeNs now) override;
  unsigned receive(Receiver& receiver, TimeNs now) override;
  int descriptor() const override { return socket_.get(); }
  bool wants_write() const override { return start_ != used_; }
  /// Streams have no Ethernet payload: the link header alone.
  std::size_t overhead(std::size_t packet_bytes, std::size_t token_bytes) const override;

 private:
  static constexpr std::size_t packet_room = 9216;

  bool fetch();

  face::FileDescriptor socket_;
  LpReassembler parts_;
  std::vector<std::uint8_t> output_;
  std::size_t start_ = 0;
  std::size_t used_ = 0;
  std::vector<std::uint8_t> input_;
  std::size_t input_start_ = 0;
  std::size_t input_end_ = 0;
};

}  // namespace augustus::traffic
