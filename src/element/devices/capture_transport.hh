// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "base/message_ring.hh"
#include "element/devices/pcap_reader.hh"
#include "face/face_table.hh"
#include "face/file_descriptor.hh"
#include "face/link_buffers.hh"
#include "face/link_service.hh"
#include "face/send_queue.hh"
#include "face/transport.hh"

namespace augustus::element {

/// The packets of a capture as if they arrived on a Face, at a rate. A thread of its own reads the file; what
/// is sent to the Face ends here.
class CaptureTransport final : public face::Transport {
 public:
  /// `rate`: packets a second. `buffers`: of the thread that drives it, outlive it. Throws std::system_error.
  CaptureTransport(const std::string& file, std::unique_ptr<PcapReader> reader, std::uint64_t rate,
                   DeviceNumber device, std::uint8_t owner, face::FaceTable& faces, PacketPool& pool,
                   face::LinkBuffers& buffers);
  ~CaptureTransport() override;

  FaceId face() const { return face_; }  ///< face_id_none: the face table was full

  int descriptor() const override { return timer_.get(); }
  bool wants_write() const override { return false; }
  unsigned receive(face::Ingress& ingress, TimeNs now) override;
  void writable(TimeNs) override {}
  void send(const forward::Outgoing& outgoing, TimeNs now) override;
  void flush(TimeNs) override { queue_.clear(); }
  TimeNs tick(TimeNs now) override;
  void close_face(FaceId face) override;
  bool finished() const override { return closed_; }

 private:
  /// One word for the ring; nullptr: the capture ends here.
  struct Read {
    rte_mbuf* packet;
  };

  void read_while(const std::stop_token& stop, PcapReader& reader);
  void read_all(const std::stop_token& stop, PcapReader& reader);
  bool pass_on(const std::stop_token& stop, rte_mbuf* packet);
  rte_mbuf* packet_of(const PcapReader::Packet& read, const std::stop_token& stop);
  void set_timer(TimeNs interval);

  std::string file_;
  std::uint64_t rate_;
  PacketPool& pool_;
  MessageRing<Read> ring_;
  face::FileDescriptor timer_;
  face::SendQueue queue_;
  face::LinkContext context_;
  FaceId face_ = face_id_none;
  std::unique_ptr<face::LinkService> link_;
  TimeNs begun_ = 0;
  std::uint64_t delivered_ = 0;
  bool closed_ = false;
  std::jthread thread_;
};

}  // namespace augustus::element
