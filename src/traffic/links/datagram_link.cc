// SPDX-License-Identifier: Apache-2.0
#include "traffic/links/datagram_link.hh"

#include <netinet/udp.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "face/socket_address.hh"
#include "traffic/links/link_header.hh"

namespace augustus::traffic {
namespace {

/// Datagrams of one message at most (UDP_MAX_SEGMENTS), and their bytes (the length of an IP packet).
constexpr unsigned segments_max = 64;
constexpr std::size_t segments_bytes_max = 65000;
constexpr std::size_t udp_header_bytes = 8;

/// The length of the datagrams that the kernel joined to this message; 0: it is one.
std::size_t segment_length(msghdr& message) {
  for (cmsghdr* item = CMSG_FIRSTHDR(&message); item != nullptr; item = CMSG_NXTHDR(&message, item)) {
    if (item->cmsg_level == SOL_UDP && item->cmsg_type == UDP_GRO) {
      int bytes = 0;
      std::memcpy(&bytes, CMSG_DATA(item), sizeof(bytes));
      return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
    }
  }
  return 0;
}

bool is_temporary(int error) {
  return error == EAGAIN || error == EINTR || error == ECONNREFUSED || error == EHOSTUNREACH ||
         error == ENETUNREACH || error == ENOBUFS;
}

}  // namespace

DatagramLink::DatagramLink(face::FileDescriptor socket, bool segmentation)
    : socket_(std::move(socket)),
      segment_bytes_max_(segmentation ? segments_bytes_max : 0),
      ip_bytes_(face::SocketAddress::remote_of(socket_.get()).is_v6() ? 40 : 20),
      output_(queue_max * packet_room),
      input_(std::make_unique_for_overwrite<std::uint8_t[]>(messages_max * input_stride)) {
  const int on = segmentation ? 1 : 0;
  setsockopt(socket_.get(), SOL_UDP, UDP_GRO, &on, sizeof(on));
  for (unsigned i = 0; i < messages_max; ++i) {
    pieces_[i] = {input_.get() + i * input_stride, 65536};
    messages_[i].msg_hdr.msg_iov = &pieces_[i];
    messages_[i].msg_hdr.msg_iovlen = 1;
  }
}

std::size_t DatagramLink::overhead(std::size_t packet_bytes, std::size_t token_bytes) const {
  return ip_bytes_ + udp_header_bytes + link_header_bytes(packet_bytes, token_bytes);
}

bool DatagramLink::send(const Packet& packet) {
  if (count_ == queue_max || used_ + link_header_bytes_max + packet.bytes.size() > output_.size()) {
    counters_.output_full.add();
    return false;
  }
  const std::size_t header = encode_link_header(packet, output_.data() + used_);
  std::memcpy(output_.data() + used_ + header, packet.bytes.data(), packet.bytes.size());
  const std::size_t bytes = header + packet.bytes.size();
  lengths_[count_++] = static_cast<std::uint16_t>(bytes);
  used_ += bytes;
  return true;
}

void DatagramLink::flush(TimeNs) {
  blocked_ = false;
  while (first_ != count_ && send_some()) {
  }
  if (first_ == count_) {
    first_ = count_ = 0;
    start_ = used_ = 0;
  } else if (first_ > queue_max / 2) {
    std::memmove(output_.data(), output_.data() + start_, used_ - start_);
    std::copy(lengths_.begin() + first_, lengths_.begin() + count_, lengths_.begin());
    used_ -= start_;
    count_ -= first_;
    start_ = first_ = 0;
  }
}

/// How many packets from the `at`-th on go as one message, and their bytes: of one length, the last may be
/// shorter.
unsigned DatagramLink::run_length(unsigned at, std::size_t& bytes) const {
  const std::size_t length = lengths_[at];
  bytes = length;
  unsigned next = at + 1;
  while (length <= segment_bytes_max_ && next < count_ && next - at < segments_max &&
         lengths_[next] <= length && bytes + lengths_[next] <= segments_bytes_max) {
    bytes += lengths_[next++];
    if (lengths_[next - 1] < length) {
      break;
    }
  }
  return next - at;
}

bool DatagramLink::send_some() {
  std::array<mmsghdr, messages_max> messages;
  std::array<iovec, messages_max> pieces;
  std::array<unsigned, messages_max> runs;
  std::array<Control, messages_max> controls;
  unsigned count = 0;
  std::size_t at = start_;
  for (unsigned taken = first_; taken < count_ && count < messages_max; ++count) {
    std::size_t bytes = 0;
    runs[count] = run_length(taken, bytes);
    pieces[count] = {output_.data() + at, bytes};
    msghdr& message = messages[count].msg_hdr;
    message = msghdr{};
    message.msg_iov = &pieces[count];
    message.msg_iovlen = 1;
    if (runs[count] > 1) {
      const std::uint16_t segment = lengths_[taken];
      const cmsghdr item{
          .cmsg_len = CMSG_LEN(sizeof(segment)), .cmsg_level = SOL_UDP, .cmsg_type = UDP_SEGMENT};
      std::uint8_t* to = controls[count].bytes.data();
      std::memset(to, 0, CMSG_SPACE(sizeof(segment)));
      std::memcpy(to, &item, sizeof(item));
      std::memcpy(to + CMSG_LEN(0), &segment, sizeof(segment));
      message.msg_control = to;
      message.msg_controllen = CMSG_SPACE(sizeof(segment));
    }
    at += bytes;
    taken += runs[count];
  }
  const int result = sendmmsg(socket_.get(), messages.data(), count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (result < 0) {
    refused(errno, runs[0]);
    return !blocked_;
  }
  for (int i = 0; i < result; ++i) {
    sent(runs[static_cast<unsigned>(i)]);
  }
  return true;
}

void DatagramLink::sent(unsigned packets) {
  std::size_t bytes = 0;
  for (unsigned i = 0; i < packets; ++i) {
    bytes += lengths_[first_++];
  }
  start_ += bytes;
  counters_.out_packets.add(packets);
  counters_.out_bytes.add(bytes);
}

void DatagramLink::refused(int error, unsigned run) {
  if (error == EAGAIN) {
    blocked_ = true;
    return;
  }
  if (error == EINTR) {
    return;
  }
  if (run > 1 && !is_temporary(error)) {
    // Too long for the interface, or one that cannot segment: from now on each by itself.
    segment_bytes_max_ = lengths_[first_] - 1u;
    return;
  }
  if (!is_temporary(error) && error != EMSGSIZE) {
    throw std::system_error(error, std::generic_category(), "sending to the router");
  }
  // One datagram is given up: an error that an earlier one brought is reported in its place.
  start_ += lengths_[first_++];
  counters_.refused.add();
}

bool DatagramLink::fetch() {
  for (unsigned i = 0; i < messages_max; ++i) {
    messages_[i].msg_hdr.msg_control = controls_[i].bytes.data();
    messages_[i].msg_hdr.msg_controllen = controls_[i].bytes.size();
  }
  const int result = recvmmsg(socket_.get(), messages_.data(), messages_max, MSG_DONTWAIT, nullptr);
  if (result < 0 && !is_temporary(errno)) {
    throw std::system_error(errno, std::generic_category(), "receiving from the router");
  }
  fetched_ = result > 0 ? static_cast<unsigned>(result) : 0;
  message_ = 0;
  offset_ = 0;
  return fetched_ != 0;
}

unsigned DatagramLink::receive(Receiver& receiver, TimeNs) {
  if (message_ == fetched_ && !fetch()) {
    return 0;
  }
  unsigned count = 0;
  while (count < burst && message_ < fetched_) {
    const std::size_t length = messages_[message_].msg_len;
    const std::size_t joined = segment_length(messages_[message_].msg_hdr);
    while (count < burst && offset_ < length) {
      const std::size_t bytes = joined == 0 ? length : std::min(joined, length - offset_);
      const std::uint8_t* datagram = static_cast<const std::uint8_t*>(pieces_[message_].iov_base) + offset_;
      offset_ += bytes;
      ++count;
      counters_.in_packets.add();
      counters_.in_bytes.add(bytes);
      Packet packet;
      const LinkOutcome outcome = decode_link_packet({datagram, bytes}, parts_, packet);
      if (outcome == LinkOutcome::packet) {
        receiver.receive(packet);
      } else if (outcome == LinkOutcome::malformed) {
        counters_.malformed.add();
      }
    }
    if (offset_ >= length) {
      ++message_;
      offset_ = 0;
    }
  }
  counters_.fragments.set(parts_.given_up());
  return count;
}

}  // namespace augustus::traffic
