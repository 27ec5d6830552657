// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// The end of a walk for what is pushed in, and a source in the next one, which follows at once. What was
/// found out about a packet in tables ends here: it is looked up again behind the queue.
class Queue final : public Element {
 public:
  explicit Queue(const Arguments& arguments) : held_(arguments.number_or(0, 1000, 1, 100'000)) {}
  ~Queue() override {
    for (; count_ != 0; --count_) {
      rte_pktmbuf_free(take().buffer);
    }
  }

  void push(unsigned, Batch batch, Outputs&) {
    for (const Packet packet : batch) {
      if (count_ == held_.size()) {
        overflows_.add();
        walk().drop(packet);
        continue;
      }
      keep(packet, held_[(first_ + count_++) % held_.size()]);
    }
    walk().ask_again();
  }

  unsigned emit(Outputs& out) {
    unsigned emitted = 0;
    for (; count_ != 0 && emitted < forward::burst_packets_max; ++emitted, --count_) {
      Held& held = take();
      if (held.leaving) {
        Departure* departure = walk().departures.add();
        if (departure == nullptr) {
          walk().departures.send(held.departure.outgoing);
          continue;
        }
        *departure = held.departure;
        out.push(0, Packet::leaving(*departure));
      } else if (forward::Item* item = walk().copy(held.buffer, held.view, held.ingress); item != nullptr) {
        item->marks = static_cast<std::uint8_t>(item->marks | held.marks);
        out.push(0, Packet::arrived(*item));
      } else {
        walk().context().count_drop(forward::Drop::by_element);
        overflows_.add();
        rte_pktmbuf_free(held.buffer);
      }
    }
    if (count_ != 0) {
      walk().ask_again();
    }
    return emitted;
  }

  std::vector<Handler> handlers() override {
    return {{.name = "drops", .read = [this] { return overflows_.value(); }}};
  }
  void take_over(Element& former) override { overflows_.add(static_cast<Queue&>(former).overflows_.value()); }

 private:
  struct Held {
    rte_mbuf* buffer = nullptr;
    bool leaving = false;
    std::uint8_t marks = 0;
    forward::FaceAttributes ingress;
    Departure departure;
    wire::PacketView view;
  };

  Held& take() {
    Held& held = held_[first_];
    first_ = (first_ + 1) % held_.size();
    return held;
  }

  static void keep(Packet packet, Held& held) {
    held.buffer = packet.buffer();
    held.leaving = packet.is_leaving();
    if (packet.is_leaving()) {
      held.departure = packet.departure();
      return;
    }
    forward::Item& item = packet.item();
    held.ingress = item.ingress;
    held.view = *item.view;
    // A loop was counted when it was found.
    held.marks = item.marks & (mark_malformed | mark_frame | mark_looping |
                               ((item.marks & mark_looping) != 0 ? mark_asked : 0));
    if (packet.is_lent()) {
      rte_pktmbuf_refcnt_update(item.packet, 1);
    } else {
      item.packet = nullptr;
    }
  }

  std::vector<Held> held_;  ///< a ring
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  Counter overflows_;
};

/// What stands between push and pull in the language is one push graph here: it passes packets on.
class Unqueue final : public Element {
 public:
  explicit Unqueue(const Arguments&) {}

  void push(unsigned, Batch batch, Outputs& out) { out.pass(0, batch); }
};

}  // namespace

const ElementType queue_type =
    element_type<Queue>({.name = "Queue",
                         .inputs_min = 1,
                         .inputs_max = any_number,
                         .outputs_min = 1,
                         .outputs_max = 1,
                         .processing = "h/l",
                         .arguments_max = 1,
                         .arguments = "[CAPACITY]",
                         .purpose = "Holds packets that are pushed in until the next walk through the graph"},
                        true);

const ElementType unqueue_type =
    element_type<Unqueue>({.name = "Unqueue",
                           .inputs_min = 1,
                           .inputs_max = 1,
                           .outputs_min = 1,
                           .outputs_max = 1,
                           .processing = "l/h",
                           .purpose = "Pulls packets from a Queue, and pushes them on"});

}  // namespace augustus::element
