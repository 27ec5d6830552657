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

/// Bytes taken from the socket at once: by the size of what came before, some burst of packets. Many small ones from one peer
/// would keep all others waiting, and a large one should not need many calls.
constexpr std::uint32_t read_bytes_max = 65536;
constexpr std::uint32_t read_bytes_min = 4096;
constexpr std::uint32_t packets_per_read = 64;
constexpr unsigned packets_per_write = 64;

/// Input on its way from a socket to packet buffers; what is left over moves to the transport.
thread_local std::array<std::uint8_t, link_packet_bytes_max + 16 + read_bytes_max> staging;

}  // namespace

StreamTransport::StreamTransport(FileDescriptor socket, FaceInfo info, std::uint8_t owner, FaceTable& faces,
                                 PacketPool& pool, const StreamOptions& options)
    : socket_(std::move(socket)),
      persistency_(info.persistency),
      keeps_trying_(info.keeps_trying),
      buffers_(options.buffers, pool, faces),
      queue_(queue_packets),
      context_{.faces = faces, .pool = pool, .queue = queue_, .buffers = *buffers_},
      face_(faces.add(std::move(info), owner)),
      link_(std::make_unique<LinkService>(context_, face_)),
      carried_(std::make_unique_for_overwrite<std::uint8_t[]>(input_kept_max)),
      read_bytes_(read_bytes_min),
      idle_timeout_(options.idle_timeout),
      epoch_(faces.epoch() - 1) {
  closed_ = face_ == face_id_none;
  count_in_queue();
}

StreamTransport::~StreamTransport() {
  if (!closed_) {
    context_.faces.remove(face_);
  }
}

void StreamTransport::count_in_queue() {
  queue_.count_in(buffers_->waiting, buffers_->waiting.holder_of(link_->source()), link_->is_local());
}

unsigned StreamTransport::receive(Ingress& ingress, TimeNs now) {
  if (closed_ || !connected_) {
    return 0;
  }
  const ssize_t got = recv(socket_.get(), staging.data() + carried_bytes_, read_bytes_, MSG_DONTWAIT);
  if (got <= 0) {
    if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
      disconnected(now);
    }
    return 0;
  }
  std::memcpy(staging.data(), carried_.get(), carried_bytes_);
  const std::size_t count = carried_bytes_ + static_cast<std::size_t>(got);
  carried_bytes_ = 0;
  const unsigned packets = take_input(staging.data(), count, ingress, now);
  const std::size_t a_burst = count / std::max(packets, 1u) * packets_per_read;
  read_bytes_ = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(a_burst, read_bytes_min, std::min(2 * read_bytes_, read_bytes_max)));
  return packets;
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
    link_->receive(buffer, {}, ingress, now);
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
  if (blocked_since_ != time_never) {
    settle(now);
  }
}

void StreamTransport::flush(TimeNs now) {
  if (blocked_since_ == time_never) {
    write_out(now);
  } else {
    settle(now);
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
  } else {
    settle(now);
  }
  look_at_kernel_queue(now);
}

/// What stays in the queue takes of what all readers may leave. A packet that has begun can only go with its connection.
void StreamTransport::settle(TimeNs now) {
  if (!closed_ && connected_ && !queue_.settle(head_written_ != 0)) {
    counters().out_queue_full.add();
    disconnected(now);
  }
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

/// A packet that has begun can only go with its connection.
void StreamTransport::drop_stalled(TimeNs now) {
  const auto drop_newest = [this] {
    queue_.drop_newest();
    counters().out_queue_full.add();
  };
  while (queue_.size() > 1) {
    drop_newest();
  }
  if (!queue_.is_asked_back()) {
    return;
  }
  if (head_written_ == 0) {
    drop_newest();
  } else {
    counters().out_queue_full.add();
    disconnected(now);
  }
}

TimeNs StreamTransport::tick(TimeNs now) {
  if (closed_) {
    return time_never;
  }
  refresh();
  if (closed_) {
    return time_never;
  }
  TimeNs next = std::min({link_->tick(now), buffers_->reassembler.expire(now), close_if_idle(now)});
  if (blocked_since_ != time_never) {
    const TimeNs stalls_at = blocked_since_ + stall_limit;
    if (now >= stalls_at) {
      drop_stalled(now);
      next = std::min(next, now + stall_look_interval);
    } else {
      next = std::min(next, stalls_at);
    }
  } else if (!queue_.empty()) {
    write_out(now);
  }
  return closed_ ? time_never : next;
}

void StreamTransport::refresh() {
  const std::uint32_t epoch = context_.faces.epoch();
  if (epoch == epoch_) {
    return;
  }
  epoch_ = epoch;
  take_up_settings();
}

void StreamTransport::take_up_settings() {
  if (!link_->refresh()) {
    return;
  }
  if (const auto info = context_.faces.find(face_)) {
    persistency_ = info->persistency;
    keeps_trying_ = info->keeps_trying;
    marking_ = (info->flags & flag_congestion_marking) != 0;
    if (info->gives_way) {
      close();
    }
    if (queue_.empty()) {
      count_in_queue();
    }
  }
}

/// Returns when to look again.
TimeNs StreamTransport::close_if_idle(TimeNs now) {
  constexpr TimeNs note_interval = nanoseconds_per_second;
  if (closed_ || persistency_ != Persistency::on_demand) {
    return time_never;
  }
  const FaceCounters& seen = counters();
  const std::uint64_t received = seen.in_interests.value() + seen.in_data.value() + seen.in_nacks.value();
  const std::uint64_t activity = received + seen.out_packets.value();
  if (active_at_ == 0 || activity != activity_) {
    activity_ = activity;
    active_at_ = now;
  }
  const bool times_out = idle_timeout_ != time_never && !link_->is_local();
  const TimeNs expiry = times_out ? active_at_ + idle_timeout_ : time_never;
  const TimeNs first_expiry = received == 0 && times_out ? active_at_ + first_packet_limit : time_never;
  if (now >= expiry || (now >= first_expiry && context_.faces.is_crowded())) {
    close();
    return time_never;
  }
  if (received != 0 && active_at_ >= noted_at_ + note_interval) {
    noted_at_ = active_at_;
    context_.faces.note_activity(face_, active_at_, times_out ? std::optional(expiry) : std::nullopt);
  }
  return std::min(expiry, first_expiry > now ? first_expiry : now + first_packet_limit);
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
