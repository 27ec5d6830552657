// SPDX-License-Identifier: Apache-2.0
#include "traffic/links/stream_link.hh"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "face/stream_framer.hh"
#include "traffic/links/link_header.hh"

namespace augustus::traffic {
namespace {

constexpr std::size_t output_bytes = 4u << 20;
constexpr std::size_t input_bytes = 256u << 10;

[[noreturn]] void fail_connection(int error) {
  throw std::runtime_error(std::string("connection to the router lost: ") +
                           (error == 0 ? "it was closed" : std::strerror(error)));
}

}  // namespace

StreamLink::StreamLink(face::FileDescriptor socket)
    : socket_(std::move(socket)), output_(output_bytes), input_(input_bytes) {}

std::size_t StreamLink::overhead(std::size_t packet_bytes, std::size_t token_bytes) const {
  return link_header_bytes(packet_bytes, token_bytes);
}

bool StreamLink::send(const Packet& packet) {
  if (used_ + link_header_bytes_max + packet.bytes.size() > output_.size()) {
    counters_.output_full.add();
    return false;
  }
  const std::size_t header = encode_link_header(packet, output_.data() + used_);
  std::memcpy(output_.data() + used_ + header, packet.bytes.data(), packet.bytes.size());
  used_ += header + packet.bytes.size();
  counters_.out_packets.add();
  counters_.out_bytes.add(header + packet.bytes.size());
  return true;
}

void StreamLink::flush(TimeNs) {
  while (start_ != used_) {
    const ssize_t result =
        ::send(socket_.get(), output_.data() + start_, used_ - start_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (result < 0 && errno == EINTR) {
      continue;
    }
    if (result < 0 && errno != EAGAIN) {
      fail_connection(errno);
    }
    if (result < 0) {
      break;
    }
    start_ += static_cast<std::size_t>(result);
  }
  if (start_ == used_) {
    start_ = used_ = 0;
  } else if (start_ > output_.size() / 2) {
    std::memmove(output_.data(), output_.data() + start_, used_ - start_);
    used_ -= start_;
    start_ = 0;
  }
}

/// More bytes behind those that are there; false when there are none.
bool StreamLink::fetch() {
  std::memmove(input_.data(), input_.data() + input_start_, input_end_ - input_start_);
  input_end_ -= input_start_;
  input_start_ = 0;
  const ssize_t result =
      ::recv(socket_.get(), input_.data() + input_end_, input_.size() - input_end_, MSG_DONTWAIT);
  if (result < 0 && (errno == EAGAIN || errno == EINTR)) {
    return false;
  }
  if (result <= 0) {
    fail_connection(result == 0 ? 0 : errno);
  }
  input_end_ += static_cast<std::size_t>(result);
  return true;
}

unsigned StreamLink::receive(Receiver& receiver, TimeNs) {
  unsigned count = 0;
  bool fetched = false;
  while (count < burst) {
    const std::span<const std::uint8_t> rest(input_.data() + input_start_, input_end_ - input_start_);
    const face::Frame frame = face::next_frame(rest);
    if (frame.outcome == face::FrameOutcome::malformed) {
      throw std::runtime_error("what listens there does not speak NDN");
    }
    if (frame.outcome == face::FrameOutcome::incomplete) {
      if (fetched || !fetch()) {
        break;
      }
      fetched = true;
      continue;
    }
    input_start_ += frame.bytes;
    ++count;
    counters_.in_packets.add();
    counters_.in_bytes.add(frame.bytes);
    Packet packet;
    const LinkOutcome outcome = decode_link_packet(rest.first(frame.bytes), parts_, packet);
    if (outcome == LinkOutcome::packet) {
      receiver.receive(packet);
    } else if (outcome == LinkOutcome::malformed) {
      counters_.malformed.add();
    }
  }
  counters_.fragments.set(parts_.given_up());
  return count;
}

}  // namespace augustus::traffic
