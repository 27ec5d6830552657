// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <click/config.h>
#include <click/packet.hh>

#include <cstdint>
#include <memory>
#include <vector>

#include "forward/burst.hh"
#include "forward/outgoing.hh"
#include "wire/packet_view.hh"

namespace augustus::click {

/// What goes along with one of Click's packets between these elements: a stage's Item for one that came in,
/// an Outgoing for one that leaves. Owns the buffer in which the packet's bytes are.
///
/// Click's packet shows these bytes, copies none, and gives this back when it is killed. So any element of
/// Click may look at it, count it, keep it in a queue or drop it.
struct Carried : forward::Item {
  static constexpr int ended = -1;

  wire::PacketView parsed;
  forward::Outgoing outgoing;
  Packet* shown = nullptr;
  std::uint32_t run = 0;  ///< of names that differ, for which tables were asked
  int output = ended;     ///< where it goes when the stages of an element are through
  bool is_parsed = false;
  bool leaves = false;
  bool malformed = false;
  bool asked = false;  ///< the PIT was asked, and says:
  bool pending = false;
  bool looping = false;

  rte_mbuf* buffer() const { return leaves ? outgoing.packet : packet; }
};

/// A fixed number of them. One thread.
class CarriedPool {
 public:
  explicit CarriedPool(std::size_t count);

  /// nullptr: none is left.
  Carried* take();
  void give_back(Carried* carried);
  std::size_t in_use() const { return size_ - free_.size(); }

 private:
  std::size_t size_;
  std::unique_ptr<Carried[]> all_;
  std::vector<Carried*> free_;
};

/// What goes with `packet`; nullptr: it is none of these elements', or a copy.
Carried* carried_of(Packet* packet);

/// Click's packet for the buffer of `carried`, which is one piece; nullptr when Click has none.
Packet* show(Carried* carried);
/// The same after the buffer changed.
Packet* show_again(Carried* carried);

/// Takes a buffer with an NDN packet or an LpPacket that came in on a Face: link headers go into its Arrival.
/// nullptr: it is freed, malformed or a fragment.
Carried* receive(rte_mbuf* buffer, FaceId face);
/// The same for bytes of another element of Click, which stay where they are.
Carried* receive(Packet* packet, FaceId face);

/// Puts the link headers in front that what leaves needs; false: no buffer. It copies the packet if there are
/// some, or if its bytes are in pieces.
bool add_link_headers(Carried* carried);

}  // namespace augustus::click
