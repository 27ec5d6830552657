// SPDX-License-Identifier: Apache-2.0
#include "element/devices/capture_transport.hh"

#include <pthread.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "base/log.hh"
#include "face/face_uri.hh"
#include "face/ingress_batch.hh"
#include "face/port/frame_decoder.hh"

namespace augustus::element {
namespace {

constexpr unsigned packets_ahead = 255;
constexpr unsigned burst = 64;
constexpr std::uint32_t queue_packets = 64;
constexpr TimeNs look_interval = nanoseconds_per_millisecond;
/// What was missed for want of time is not made up for beyond this.
constexpr std::uint64_t catch_up_max = 1024;
constexpr auto reader_pause = std::chrono::milliseconds(1);

/// The link packet in a frame, if it has one for NDN.
std::span<const std::uint8_t> link_packet_of(std::span<const std::uint8_t> frame) {
  face::FrameView view;
  view.kind = face::FrameKind::ndn;
  if (face::decode_frame(frame, face::ChecksumTrust::unfinished, view) != face::PortDrop::none) {
    return {};
  }
  const bool udp = view.kind == face::FrameKind::udp &&
                   (view.udp.destination_port == face::ndn_port || view.udp.source_port == face::ndn_port);
  return udp || view.kind == face::FrameKind::ndn ? view.link_packet : std::span<const std::uint8_t>{};
}

face::FileDescriptor make_timer() {
  face::FileDescriptor timer(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
  if (timer.get() < 0) {
    throw std::system_error(errno, std::generic_category(), "timerfd_create");
  }
  return timer;
}

}  // namespace

CaptureTransport::CaptureTransport(const std::string& file, std::unique_ptr<PcapReader> reader,
                                   std::uint64_t rate, DeviceNumber device, std::uint8_t owner,
                                   face::FaceTable& faces, PacketPool& pool, face::LinkBuffers& buffers)
    : file_(file),
      rate_(rate),
      pool_(pool),
      ring_(packets_ahead),
      timer_(make_timer()),
      queue_(queue_packets),
      context_{.faces = faces, .pool = pool, .queue = queue_, .buffers = buffers} {
  face::FaceInfo info;
  info.remote_uri = "file://" + file;
  info.local_uri = "internal://";
  info.persistency = face::Persistency::permanent;
  info.device = device;
  face_ = faces.add(std::move(info), owner);
  link_ = std::make_unique<face::LinkService>(context_, face_);
  closed_ = face_ == face_id_none;
  set_timer(look_interval);
  thread_ = std::jthread([this, reading = std::move(reader)](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "capture_file");
    read_while(stop, *reading);
  });
}

CaptureTransport::~CaptureTransport() {
  thread_.request_stop();
  thread_.join();
  close_face(face_);
  Read read;
  while (ring_.pop({&read, 1}) != 0) {
    rte_pktmbuf_free(read.packet);
  }
}

void CaptureTransport::set_timer(TimeNs interval) {
  itimerspec times{};
  times.it_interval.tv_nsec = static_cast<long>(interval);
  times.it_value = times.it_interval;
  timerfd_settime(timer_.get(), 0, &times, nullptr);
}

void CaptureTransport::read_while(const std::stop_token& stop, PcapReader& reader) {
  try {
    read_all(stop, reader);
  } catch (const std::exception& error) {
    log(LogModule::face).error("{}", error.what());
  }
  pass_on(stop, nullptr);
}

void CaptureTransport::read_all(const std::stop_token& stop, PcapReader& reader) {
  std::uint64_t read = 0;
  std::uint64_t passed_over = 0;
  while (!stop.stop_requested()) {
    const auto next = reader.next();
    if (!next) {
      break;
    }
    rte_mbuf* const packet = packet_of(*next, stop);
    if (packet == nullptr) {
      ++passed_over;
    } else if (pass_on(stop, packet)) {
      ++read;
    }
  }
  log(LogModule::face).info("{}: {} packets were read, {} passed over", file_, read, passed_over);
}

/// nullptr: it is none that could have arrived.
rte_mbuf* CaptureTransport::packet_of(const PcapReader::Packet& read, const std::stop_token& stop) {
  if (read.outgoing || read.link_type != PcapReader::link_type_ethernet) {
    return nullptr;
  }
  const auto bytes = link_packet_of(read.bytes);
  if (bytes.empty() || bytes.size() > large_packet_room - RTE_PKTMBUF_HEADROOM) {
    return nullptr;
  }
  rte_mbuf* packet = pool_.copy_of(bytes);
  while (packet == nullptr && !stop.stop_requested()) {
    std::this_thread::sleep_for(reader_pause);
    packet = pool_.copy_of(bytes);
  }
  return packet;
}

/// Waits for room. False: it is to stop, the packet is gone.
bool CaptureTransport::pass_on(const std::stop_token& stop, rte_mbuf* packet) {
  while (!ring_.push(Read{packet})) {
    if (stop.stop_requested()) {
      rte_pktmbuf_free(packet);
      return false;
    }
    std::this_thread::sleep_for(reader_pause);
  }
  return true;
}

unsigned CaptureTransport::receive(face::Ingress& ingress, TimeNs now) {
  std::uint64_t expirations = 0;
  [[maybe_unused]] const auto got = ::read(timer_.get(), &expirations, sizeof(expirations));
  begun_ = begun_ == 0 ? now : begun_;
  const double elapsed = static_cast<double>(now - begun_) / static_cast<double>(nanoseconds_per_second);
  const auto due = static_cast<std::uint64_t>(elapsed * static_cast<double>(rate_)) + 1;
  if (due > delivered_ + catch_up_max) {
    delivered_ = due - catch_up_max;
  }
  face::IngressBatch batch(ingress);
  unsigned taken = 0;
  for (Read read; !closed_ && delivered_ < due && ring_.pop({&read, 1}) != 0; ++taken, ++delivered_) {
    if (read.packet == nullptr) {
      set_timer(0);
      break;
    }
    batch.receive(*link_, read.packet, {}, now);
  }
  return taken;
}

void CaptureTransport::send(const forward::Outgoing& outgoing, TimeNs now) {
  if (closed_ || outgoing.face != face_) {
    rte_pktmbuf_free(outgoing.packet);
    return;
  }
  link_->send(outgoing, now);
  if (queue_.size() >= queue_packets / 2) {
    queue_.clear();
  }
}

TimeNs CaptureTransport::tick(TimeNs now) {
  return closed_ ? time_never : std::min(link_->tick(now), context_.buffers.reassembler.expire(now));
}

void CaptureTransport::close_face(FaceId face) {
  if (!closed_ && face == face_) {
    closed_ = true;
    queue_.clear();
    context_.faces.remove(face_);
  }
}

}  // namespace augustus::element
