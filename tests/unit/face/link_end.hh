// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "face/link_service.hh"
#include "packets.hh"

namespace augustus::face {

/// One end of a link in memory: a Face with its link service, whose output is taken as datagrams.
class LinkEnd {
 public:
  /// Among which the process's packet pool is divided.
  static constexpr unsigned threads = 4;

  explicit LinkEnd(std::uint64_t flags = 0, std::size_t mtu = 9000, std::uint32_t queue_packets = 512)
      : queue_(queue_packets) {
    context.mtu = mtu;
    FaceInfo info;
    info.flags = flags;
    face = faces.add(info, 0);
    link = std::make_unique<LinkService>(context, face);
  }

  void send(forward::Outgoing out, TimeNs now = 1) {
    out.face = face;
    link->send(out, now);
  }
  void send(const Bytes& packet, TimeNs now = 1) { send(outgoing(face, packet), now); }

  /// What waits to be sent.
  std::vector<Bytes> take() {
    std::vector<Bytes> datagrams;
    for (; !queue_.empty(); queue_.pop()) {
      iovec pieces[gather_max];
      const unsigned count = gather(queue_.at(0), 0, pieces);
      Bytes datagram;
      for (unsigned i = 0; i < count; ++i) {
        const auto* start = static_cast<const std::uint8_t*>(pieces[i].iov_base);
        datagram.insert(datagram.end(), start, start + pieces[i].iov_len);
      }
      EXPECT_EQ(datagram.size(), queue_.at(0).bytes());
      EXPECT_LE(datagram.size(), context.mtu);
      datagrams.push_back(std::move(datagram));
    }
    return datagrams;
  }
  /// `sender`: of a link that several share, its endpoint and source.
  void receive(const Bytes& datagram, TimeNs now = 1, std::uint64_t sender = 0) {
    receive(datagram, now, LinkSender{.endpoint = sender, .source = sender});
  }
  void receive(const Bytes& datagram, TimeNs now, const LinkSender& sender) {
    link->receive(pool().copy_of(datagram), sender, inbox, now);
  }
  PoolFigures messages() const { return buffers_.reassembler.message_figures(); }
  void expire(TimeNs now) { buffers_.reassembler.expire(now); }
  FaceCounters& counters() { return link->counters(); }

  FaceTable faces{2};
  FaceId face = face_id_none;
  Inbox inbox;

 private:
  SendQueue queue_;
  LinkBuffers buffers_{pool(), faces, threads};

 public:
  LinkContext context{.faces = faces, .pool = pool(), .queue = queue_, .buffers = buffers_};
  std::unique_ptr<LinkService> link;
};

}  // namespace augustus::face
