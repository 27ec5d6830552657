// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <memory>
#include <vector>

#include "face/file_descriptor.hh"
#include "traffic/links/link.hh"
#include "traffic/links/lp_reassembler.hh"

namespace augustus::traffic {

/// A connected UDP socket. Datagrams of one length leave as one message that the kernel cuts (UDP_SEGMENT)
/// and arrive as one where it joined them (UDP_GRO); messages go by sendmmsg and recvmmsg.
class DatagramLink final : public Link {
 public:
  /// Takes over a connected socket. With `segmentation` off every datagram is a message of its own.
  explicit DatagramLink(face::FileDescriptor socket, bool segmentation = true);

  bool ready() const override {
    return used_ + burst * packet_room <= output_.size() && count_ + burst <= queue_max;
  }
  bool send(const Packet& packet) override;
  void flush(TimeNs now) override;
  unsigned receive(Receiver& receiver, TimeNs now) override;
  int descriptor() const override { return socket_.get(); }
  bool wants_write() const override { return blocked_; }
  std::size_t overhead(std::size_t packet_bytes, std::size_t token_bytes) const override;

 private:
  static constexpr std::size_t packet_room = 9216;
  static constexpr unsigned queue_max = 2 * burst;
  static constexpr unsigned messages_max = 32;
  /// A length of its own for each buffer keeps them out of the same cache sets.
  static constexpr std::size_t input_stride = 65536 + 5 * 64;

  bool send_some();
  unsigned run_length(unsigned at, std::size_t& bytes) const;
  void sent(unsigned packets);
  void refused(int error, unsigned run);
  bool fetch();

  face::FileDescriptor socket_;
  LpReassembler parts_;
  bool blocked_ = false;
  std::size_t segment_bytes_max_;
  std::size_t ip_bytes_;

  std::vector<std::uint8_t> output_;  ///< packets one after the other
  std::size_t used_ = 0;
  std::size_t start_ = 0;  ///< where the first unsent packet is
  unsigned first_ = 0;     ///< of the packets in the output, the first unsent one
  unsigned count_ = 0;
  std::array<std::uint16_t, queue_max> lengths_;

  std::unique_ptr<std::uint8_t[]> input_;
  std::array<mmsghdr, messages_max> messages_{};
  std::array<iovec, messages_max> pieces_{};
  struct Control {
    alignas(cmsghdr) std::array<std::uint8_t, 64> bytes;
  };
  std::array<Control, messages_max> controls_;
  unsigned fetched_ = 0;    ///< messages of the last recvmmsg
  unsigned message_ = 0;    ///< the one being handed over
  std::size_t offset_ = 0;  ///< in it
};

}  // namespace augustus::traffic
