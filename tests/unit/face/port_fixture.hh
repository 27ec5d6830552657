// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "face/port/port_transport.hh"
#include "port_frames.hh"
#include "port_ring.hh"

namespace augustus::face {

inline constexpr TimeNs start = nanoseconds_per_second;
inline constexpr TimeNs second = nanoseconds_per_second;
inline const Bytes port_mac = frames::hex("0200 0000 0001");
inline const Bytes peer_mac = frames::hex("0200 0000 0002");

/// The peer tells the port its MAC address.
inline Bytes reply_of_peer() {
  return frames::joined(
      frames::hex("0200 0000 0001 0200 0000 0002 0806 0001 0800 0604 0002 0200 0000 0002 c000 0202"),
      frames::hex("0200 0000 0001 c000 0201"));
}

inline PortOptions options_for(const PortRing& ring) {
  PortOptions options;
  options.name = "lan";
  options.device = ring.device;
  options.mac = MacAddress{{2, 0, 0, 0, 0, 1}};
  options.addresses = {*IpPrefix::parse("192.0.2.1/24"), *IpPrefix::parse("2001:db8::1/64")};
  return options;
}

/// A port whose wires end in the test.
class PortFixture : public testing::Test {
 protected:
  PortFixture() : before(pool().in_use()), ring(std::make_unique<PortRing>()) {
    start_port(options_for(*ring));
  }
  ~PortFixture() override {
    port.reset();
    ring.reset();
    EXPECT_EQ(faces.size(), 0u);
    EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
  }
  void start_port(const PortOptions& options) {
    port.reset();
    port = std::make_unique<PortTransport>(options, 3, faces, pool());
    announced = ring->take_all();
  }

  void give(const Bytes& frame, TimeNs now = start) {
    ring->give(frame);
    ASSERT_EQ(port->receive(inbox, now), 1u);
  }
  std::uint64_t dropped(PortDrop reason) const { return port->counters().dropped(reason); }
  std::uint64_t all_dropped() const {
    std::uint64_t all = 0;
    for (const auto& counter : port->counters().drops) {
      all += counter.value();
    }
    return all;
  }
  FaceId face_to(const char* uri, const char* local = nullptr) {
    const auto local_uri = local != nullptr ? FaceUri::parse(local) : std::nullopt;
    return port->add_face(*FaceUri::parse(uri), local_uri, FaceInfo{}, start);
  }
  void send(FaceId face, const Bytes& bytes) {
    port->send(outgoing(face, bytes), start);
    port->flush(start);
  }
  /// The link packet of a frame the port sent to the peer, all around it being right.
  Bytes payload_of(const Bytes& frame) {
    FrameView view;
    EXPECT_EQ(decode_frame(frame, ChecksumTrust::none, view), PortDrop::none);
    EXPECT_EQ(frames::part(frame, 0, 6), peer_mac);
    EXPECT_EQ(frames::part(frame, 6, 6), port_mac);
    return Bytes(view.link_packet.begin(), view.link_packet.end());
  }

  unsigned before;
  FaceTable faces{16};
  std::unique_ptr<PortRing> ring;
  std::unique_ptr<PortTransport> port;
  std::vector<Bytes> announced;
  Inbox inbox;
};

}  // namespace augustus::face
