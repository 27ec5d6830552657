// SPDX-License-Identifier: Apache-2.0
#include "face/stream_transport.hh"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace augustus::face {
namespace {

/// Bytes taken from the socket at once.
constexpr std::size_t read_bytes = 65536;
constexpr unsigned packets_per_write = 64;
constexpr TimeNs kernel_queue_interval = nanoseconds_per_millisecond;

/// Input on its way from a socket to packet buffers; what is left over moves to the transport.
thread_local std::array<std::uint8_t, link_packet_bytes_max + 16 + read_bytes> staging;

}  // namespace

StreamTransport::StreamTransport(FileDescriptor socket, FaceInfo info, std::uint8_t owner, FaceTable& faces,
                                 PacketPool& pool)
    : socket_(std::move(socket)),
      persistency_(info.persistency),
      queue_(queue_packets),
      reassembler_(pool, reassembly_limits),
      context_{.faces = faces, .pool = pool, .queue = queue_, .reassembler = reassembler_},
      face_(faces.add(std::move(info), owner)),
      link_(std::make_unique<LinkService>(context_, face_)),
      carried_(std::make_unique_for_overwrite<std::uint8_t[]>(input_kept_max)),
      epoch_(faces.epoch() - 1) {
  closed_ = face_ == face_id_none;
}

StreamTransport::~StreamTransport() {
  if (!closed_) {
    context_.faces.remove(face_);
  }
}

unsigned StreamTransport::receive(Ingress& ingress, TimeNs now) {
  if (closed_ || !connected_) {
    return 0;
  }
  const ssize_t got = recv(socket_.get(), staging.data() + carried_bytes_, read_bytes, MSG_DONTWAIT);
  if (got <= 0) {
    if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
      disconnected(now);
    }
    return 0;
  }
  std::memcpy(staging.data(), carried_.get(), carried_bytes_);
  const std::size_t count = carried_bytes_ + static_cast<std::size_t>(got);
  carried_bytes_ = 0;
  return take_input(staging.data(), count, ingress, now);
}

unsigned StreamTransport::take_input(std::uint8_t* bytes, std::size_t count, Ingress& ingress, TimeNs now) {
  unsigned packets = 0;
  while (count != 0) {
    const Frame frame = next_frame({bytes, count});
    if (frame.outcome == FrameOutcome::malformed) {
      counters().in_malformed.add();
      disconnected(now);
      return packets;
    }
    if (frame.outcome == FrameOutcome::incomplete) {
      keep_input(bytes, count);
      return packets;
    }
    deliver({bytes, frame.bytes}, ingress, now);
    ++packets;
    bytes += frame.bytes;
    count -= frame.bytes;
    // Forwarding may have sent on this Face and found it broken.
    if (!is_open()) {
      return packets;
    }
  }
  return packets;
}

void StreamTransport::keep_input(const std::uint8_t* bytes, std::size_t count) {
  std::memcpy(carried_.get(), bytes, count);
  carried_bytes_ = count;
}

void StreamTransport::deliver(std::span<const std::uint8_t> packet, Ingress& ingress, TimeNs now) {
  if (rte_mbuf* buffer = context_.pool.copy_of(packet)) {
    link_->receive(buffer, 0, ingress, now);
  } else {
    counters().in_no_buffer.add();
  }
}

void StreamTransport::send(const forward::Outgoing& outgoing, TimeNs now) {
  if (closed_ || !connected_ || outgoing.face != face_) {
    counters().out_errors.add();
    rte_pktmbuf_free(outgoing.packet);
    return;
  }
  const bool stalled = blocked_since_ != time_never && now - blocked_since_ > stall_limit;
  if (stalled) {
    counters().out_queue_full.add();
    rte_pktmbuf_free(outgoing.packet);
    return;
  }
  if (queue_.size() >= packets_per_write && blocked_since_ == time_never) {
    write_out(now);
    if (closed_ || !connected_) {
      rte_pktmbuf_free(outgoing.packet);
      return;
    }
  }
  link_->send(outgoing, now);
}

void StreamTransport::flush(TimeNs now) {
  if (blocked_since_ == time_never) {
    write_out(now);
  }
}

void StreamTransport::writable(TimeNs now) {
  write_out(now);
}

void StreamTransport::write_out(TimeNs now) {
  while (!closed_ && connected_ && !queue_.empty()) {
    if (!write_some(now)) {
      break;
    }
  }
  if (queue_.empty()) {
    blocked_since_ = time_never;
  }
  look_at_kernel_queue(now);
}

bool StreamTransport::write_some(TimeNs now) {
  std::array<iovec, packets_per_write * gather_max> pieces;
  unsigned count = 0;
  const unsigned packets = std::min<unsigned>(queue_.size(), packets_per_write);
  for (unsigned i = 0; i < packets; ++i) {
    count += gather(queue_.at(i), i == 0 ? head_written_ : 0, &pieces[count]);
  }
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = count;
  const ssize_t written = sendmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (written > 0) {
    consume(static_cast<std::size_t>(written));
    if (blocked_since_ != time_never) {
      blocked_since_ = now;
    }
    return true;
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) {
    if (blocked_since_ == time_never) {
      blocked_since_ = now;
    }
    return false;
  }
  if (errno == EINTR) {
    return true;
  }
  counters().out_errors.add();
  disconnected(now);
  return false;
}

void StreamTransport::consume(std::size_t written) {
  written += head_written_;
  while (!queue_.empty() && written >= queue_.at(0).bytes()) {
    written -= queue_.at(0).bytes();
    queue_.pop();
  }
  head_written_ = written;
}

void StreamTransport::look_at_kernel_queue(TimeNs now) {
  if (!marking_ || now - kernel_queue_seen_ < kernel_queue_interval || closed_ || !connected_) {
    return;
  }
  kernel_queue_seen_ = now;
  int bytes = 0;
  context_.kernel_bytes = ioctl(socket_.get(), SIOCOUTQ, &bytes) == 0 ? static_cast<std::size_t>(bytes) : 0;
}

void StreamTransport::drop_stalled() {
  while (queue_.size() > 1) {
    queue_.drop_newest();
    counters().out_queue_full.add();
  }
}

TimeNs StreamTransport::tick(TimeNs now) {
  if (closed_) {
    return time_never;
  }
  refresh();
  TimeNs next = std::min(link_->tick(now), reassembler_.expire(now));
  if (blocked_since_ != time_never) {
    const TimeNs stalls_at = blocked_since_ + stall_limit;
    if (now >= stalls_at) {
      drop_stalled();
    } else {
      next = std::min(next, stalls_at);
    }
  } else if (!queue_.empty()) {
    write_out(now);
  }
  return next;
}

void StreamTransport::refresh() {
  const std::uint32_t epoch = context_.faces.epoch();
  if (epoch == epoch_) {
    return;
  }
  epoch_ = epoch;
  link_->refresh();
  if (const auto info = context_.faces.find(face_)) {
    persistency_ = info->persistency;
    marking_ = (info->flags & flag_congestion_marking) != 0;
  }
}

void StreamTransport::close_face(FaceId face) {
  if (face == face_) {
    close();
  }
}

void StreamTransport::disconnected(TimeNs) {
  close();
}

void StreamTransport::close() {
  if (closed_) {
    return;
  }
  closed_ = true;
  context_.faces.remove(face_);
  reset_stream();
  // The descriptor itself lives as long as the transport: whoever waits on it must be told first.
  shutdown(socket_.get(), SHUT_RDWR);
}

void StreamTransport::reset_stream() {
  queue_.clear();
  head_written_ = 0;
  carried_bytes_ = 0;
  blocked_since_ = time_never;
  context_.kernel_bytes = 0;
}

}  // namespace augustus::face
