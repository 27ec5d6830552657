// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/packet_pool.hh"
#include "face/face_table.hh"
#include "face/file_descriptor.hh"
#include "face/link_buffers.hh"
#include "face/link_service.hh"
#include "face/send_queue.hh"
#include "face/stream_framer.hh"
#include "face/transport.hh"

namespace augustus::face {

struct StreamOptions {
  LinkBuffers* buffers = nullptr;     ///< of the thread that drives it, outlives it; nullptr: some of its own
  TimeNs idle_timeout = time_never;  ///< of an on-demand Face to another machine
};

/// One Face over a connected stream socket (Unix; TCP by the derived class). TLV elements are cut out of the
/// stream; output that the socket does not take waits in a queue of fixed size. A peer that hangs up, sends what is
/// not a packet, or stalls inside a packet whose room others need, loses its Face. So does another machine that neither
/// sends nor takes anything for the idle time-out, or that has not sent a packet yet while the face table is crowded.
class StreamTransport : public Transport {
 public:
  /// Adds the Face to `faces`; when that is full the transport is finished at once and face() is
  /// face_id_none. `faces` and `pool` outlive the transport.
  StreamTransport(FileDescriptor socket, FaceInfo info, std::uint8_t owner, FaceTable& faces, PacketPool& pool,
                  const StreamOptions& options = {});
  ~StreamTransport() override;

  FaceId face() const { return face_; }

  int descriptor() const override { return socket_.get(); }
  bool wants_write() const override { return blocked_since_ != time_never; }
  unsigned receive(Ingress& ingress, TimeNs now) override;
  void writable(TimeNs now) override;
  void send(const forward::Outgoing& outgoing, TimeNs now) override;
  void flush(TimeNs now) override;
  TimeNs tick(TimeNs now) override;
  void close_face(FaceId face) override;
  bool finished() const override { return closed_; }

 protected:
  /// The connection is gone; here the Face goes with it.
  virtual void disconnected(TimeNs now);

  /// Takes what has come in, what was kept of it before in front. Returns the packets delivered, and other frames that
  /// took work.
  virtual unsigned take_input(std::uint8_t* bytes, std::size_t count, Ingress& ingress, TimeNs now);
  /// Keeps the front of something whose rest is to come, up to input_kept_max bytes.
  void keep_input(const std::uint8_t* bytes, std::size_t count);
  static constexpr std::size_t input_kept_max = link_packet_bytes_max + 16;
  /// Hands one link packet to the link service.
  void deliver(std::span<const std::uint8_t> packet, Ingress& ingress, TimeNs now);

  void close();
  /// Takes up what the face table says of this Face, if that was changed: gives way, if it is asked to.
  void take_up_settings();
  /// Forgets half packets of the old connection, in and out.
  void reset_stream();
  FaceTable& faces() { return context_.faces; }
  FaceCounters& counters() { return link_->counters(); }
  LinkContext& context() { return context_; }
  bool is_open() const { return !closed_ && connected_; }

  FileDescriptor socket_;
  Persistency persistency_;
  bool keeps_trying_;
  bool connected_ = true;

 private:
  /// Link packets that wait for a slow reader, at most.
  static constexpr std::uint32_t queue_packets = 512;
  /// A reader that takes nothing for this long keeps only the packet it has begun to read, and that only while there is
  /// room for others: a look at that is taken every so often.
  static constexpr TimeNs stall_limit = 5 * nanoseconds_per_second;
  static constexpr TimeNs stall_look_interval = nanoseconds_per_second;
  /// For its first packet, where the face table is crowded.
  static constexpr TimeNs first_packet_limit = 30 * nanoseconds_per_second;

  /// Packets that wait are this Face's from now on. The queue is empty.
  void count_in_queue();
  void write_out(TimeNs now);
  bool write_some(TimeNs now);
  void consume(std::size_t written);
  void look_at_kernel_queue(TimeNs now);
  void drop_stalled(TimeNs now);
  void settle(TimeNs now);
  void refresh();
  TimeNs close_if_idle(TimeNs now);

  LinkBuffersOfTransport buffers_;
  SendQueue queue_;
  LinkContext context_;
  FaceId face_;
  std::unique_ptr<LinkService> link_;
  std::unique_ptr<std::uint8_t[]> carried_;  ///< the front of a packet whose rest is to come
  std::size_t carried_bytes_ = 0;
  std::uint32_t read_bytes_;      ///< taken from the socket at once
  std::size_t head_written_ = 0;  ///< bytes of the queue's oldest packet that are out
  TimeNs blocked_since_ = time_never;
  TimeNs kernel_queue_seen_ = 0;
  TimeNs idle_timeout_;
  TimeNs active_at_ = 0;       ///< when packets were last seen to come or go; 0: not looked at yet
  std::uint64_t activity_ = 0;  ///< packets until then
  TimeNs noted_at_ = 0;         ///< what the face table knows
  std::uint32_t epoch_ = 0;
  bool marking_ = false;
  bool closed_ = false;
};

}  // namespace augustus::face
