// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/counter.hh"
#include "element/departure.hh"
#include "element/packet.hh"
#include "forward/stage_context.hh"

namespace augustus::element {

/// What elements note in Item::marks, so that nothing is looked up twice.
enum Mark : std::uint8_t {
  mark_asked = 1,    ///< the PIT was asked: `record` says what it has
  mark_pending = 2,  ///< the PIT has it, with downstreams
  mark_looping = 4,  ///< it came in a loop
  mark_apart = 8,    ///< not of the burst that is under way: its name may be there again, its entry is not known
  mark_taken = 16,     ///< by a source
  mark_malformed = 32, ///< neither Interest nor Data; its view is empty
  mark_frame = 64,     ///< malformed, and a whole frame of a device (Arrival::frame_of)
};

/// What the elements of one graph share: the walk under way, the tables behind its context, what stages sent.
class Walk {
 public:
  static constexpr unsigned copies_max = 256;

  /// Only during a walk.
  forward::StageContext& context() { return *context_; }

  Departures departures;

  const forward::Burst& incoming() const { return *incoming_; }
  /// Departures of stages that no element called: they enter at the first OutputMux.
  unsigned late() const { return late_; }
  void take_late() { late_ = 0; }
  /// Another walk follows at once, for elements that go on when all others are done with this one.
  void ask_again() { again_ = true; }

  /// An item of its own for a packet that has one already, or for one that is not of the burst. What was
  /// found out about it in tables is not copied. nullptr: there are no more in this walk.
  forward::Item* copy(rte_mbuf* packet, const wire::PacketView& view, forward::FaceAttributes ingress) {
    if (copies_ == copies_max) {
      return nullptr;
    }
    Copy& copied = (*pool_)[copies_++];
    copied.view = view;
    copied.item =
        forward::Item{.packet = packet, .view = &copied.view, .ingress = ingress, .marks = mark_apart};
    return &copied.item;
  }

  /// Packets that are not of the burst went through tables in this walk: what was looked up for others may
  /// have changed.
  bool mixed() const { return mixed_; }
  void mix() { mixed_ = true; }

  /// Ends the packet; counted under Drop::by_element.
  void drop(Packet packet) {
    context_->count_drop(forward::Drop::by_element);
    release(packet);
  }
  /// The same for one that reached an element which cannot use it.
  void drop_stray(Packet packet) {
    strays.add();
    release(packet);
  }
  void release(Packet packet) {
    if (packet.is_leaving()) {
      rte_pktmbuf_free(packet.departure().outgoing.packet);
    } else if (!packet.is_lent()) {
      context_->release(packet.item());
    }
  }

  /// Packets that reached an element which cannot use them, or for which a stream had no room; a drop reason
  /// of its own.
  Counter strays;

 private:
  friend class GraphEngine;

  struct Copy {
    forward::Item item;
    wire::PacketView view;
  };

  forward::StageContext* context_ = nullptr;
  const forward::Burst* incoming_ = nullptr;
  unsigned late_ = 0;
  bool again_ = false;
  bool mixed_ = false;
  unsigned copies_ = 0;
  std::unique_ptr<std::array<Copy, copies_max>> pool_ = std::make_unique<std::array<Copy, copies_max>>();
};

}  // namespace augustus::element
