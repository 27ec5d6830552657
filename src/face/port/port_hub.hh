// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/message_ring.hh"
#include "face/port/frame_builder.hh"
#include "face/port/port_device.hh"
#include "face/port/port_face.hh"
#include "forward/outgoing.hh"

namespace augustus::face {

/// From another thread to the port: what only the port can do.
struct PortMail {
  enum class Kind : std::uint8_t {
    frame,     ///< as the device gave it
    outgoing,  ///< a packet for a Face
    whole,     ///< a frame to send as it is
  };

  Kind kind = Kind::frame;
  std::uint16_t branch = 0;
  forward::Outgoing outgoing;  ///< of a frame: `packet` alone
};

/// From the port to a branch.
struct PortNews {
  enum class Kind : std::uint8_t {
    added,      ///< a Face: everything below
    closed,     ///< a Face: `face`
    neighbour,  ///< who takes a Face's packets: `face`, `mac`
  };

  Kind kind = Kind::added;
  FaceId face = face_id_none;
  PortFaceKey key;
  FrameHeader header;
  MacAddress mac;
};

/// What the threads that share one port share: the device, and rings from one to the other. Outlives the
/// port's transport and its branches, which own it together.
class PortHub {
 public:
  /// Throws as PortDevice does.
  PortHub(const PortOptions& options, PacketPool& pool);
  ~PortHub();
  PortHub(const PortHub&) = delete;
  PortHub& operator=(const PortHub&) = delete;

  /// Threads beside the one that drives the port.
  unsigned branches() const { return static_cast<unsigned>(news_.size()); }

  PortDevice& device() { return device_; }
  FrameBuilder& builder(unsigned branch) { return *builders_[branch]; }
  MessageRing<PortMail>& mail() { return mail_; }
  /// Sends a frame as it is; any thread. False: there was no room, the frame is the caller's.
  bool send_frame(rte_mbuf* frame) {
    return mail_.push({.kind = PortMail::Kind::whole, .outgoing = {.packet = frame}});
  }
  /// `branch` from 1.
  MessageRing<PortNews>& news(unsigned branch) { return *news_[branch - 1]; }

  std::atomic<bool> up = false;

 private:
  std::vector<std::unique_ptr<FrameBuilder>> builders_;  ///< their buffers may be with the device to the end
  PortDevice device_;
  MessageRing<PortMail> mail_;
  std::vector<std::unique_ptr<MessageRing<PortNews>>> news_;
};

}  // namespace augustus::face
