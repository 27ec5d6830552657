// SPDX-License-Identifier: Apache-2.0
#include "element/bursts.hh"
#include "element/element_types.hh"
#include "forward/stages/find_pending.hh"
#include "forward/stages/groups.hh"
#include "forward/stages/match_data.hh"
#include "forward/stages/match_nack.hh"
#include "forward/stages/refuse_loop.hh"
#include "forward/stages/satisfy.hh"

namespace augustus::element {
namespace {

/// Interests in at 0, out at 0 when somebody is to be asked. The FIB is asked here for new ones, because what
/// a Face may have pending is bounded by route; ICN_FIB finds the route with the packet. Data in at 1: wanted
/// Data out at 1, lent to the content store, and in the next walk at 2, for each downstream. Nacks in at 1.
/// What else stages send (Nacks for loops, next hops tried after a Nack) leaves at 2.
class IcnPit final : public Element {
 public:
  explicit IcnPit(const Arguments&) {}

  void push(unsigned input, Batch batch, Outputs& out) {
    const unsigned first = walk().departures.count();
    for_each_burst(walk(), batch, [&](const forward::Burst& burst) {
      if (input == 0) {
        insert(burst, out);
      } else {
        match(burst, out);
      }
    });
    out.push_departures(2, first);
  }

  /// Downstreams get their Data when the content store has seen it: what ends a record may free its entry.
  unsigned emit(Outputs& out) {
    if (wanted_.empty()) {
      return 0;
    }
    const unsigned first = walk().departures.count();
    if (walk().mixed()) [[unlikely]] {
      look_again();
    }
    forward::satisfy(walk().context(), wanted_);
    wanted_.clear();
    out.push_departures(2, first);
    return walk().departures.count() - first;
  }

 private:
  void insert(const forward::Burst& burst, Outputs& out) {
    auto& context = walk().context();
    forward::Burst unknown, pending, misses, loops, found, missed, ready;
    for (forward::Item& item : burst) {
      if ((item.marks & mark_asked) == 0) {
        unknown.push(item);
      }
    }
    forward::find_pending(context, unknown, found, missed, loops);
    sort(burst, found, missed, pending, misses, loops);
    forward::refuse_loop(context, loops);
    forward::pit_insert(context, misses, pending, ready);
    for (forward::Item& item : ready) {
      out.push(0, Packet::arrived(item));
    }
  }

  /// What ICN_CS noted, together with what was found out here.
  static void sort(const forward::Burst& burst, const forward::Burst& found, const forward::Burst& missed,
                   forward::Burst& pending, forward::Burst& misses, forward::Burst& loops) {
    if (found.empty() && missed.empty()) [[likely]] {
      for (forward::Item& item : burst) {
        if ((item.marks & mark_asked) != 0) {
          ((item.marks & mark_looping) != 0   ? loops
           : (item.marks & mark_pending) != 0 ? pending
                                              : misses)
              .push(item);
        }
      }
      return;
    }
    forward::Burst noted_pending, noted_misses;
    for (forward::Item& item : burst) {
      if ((item.marks & mark_asked) != 0) {
        ((item.marks & mark_looping) != 0   ? loops
         : (item.marks & mark_pending) != 0 ? noted_pending
                                            : noted_misses)
            .push(item);
      }
    }
    pending.merge(noted_pending, found);
    misses.merge(noted_misses, missed);
  }

  void match(const forward::Burst& burst, Outputs& out) {
    forward::Burst data, nacks, wanted;
    for (forward::Item& item : burst) {
      (item.view->kind == wire::PacketKind::data ? data : nacks).push(item);
    }
    if (!nacks.empty()) {
      forward::match_nack(walk().context(), nacks);
    }
    if (data.empty()) {
      return;
    }
    forward::match_data(walk().context(), data, wanted);
    if (walk().mixed()) [[unlikely]] {
      satisfy_at_once(wanted, out);
      return;
    }
    for (forward::Item& item : wanted) {
      if (wanted_.size() == forward::burst_packets_max) {
        walk().drop_stray(Packet::arrived(item));
        continue;
      }
      wanted_.push(item);
      out.push(1, Packet::lent(item));
    }
    if (!wanted_.empty()) {
      walk().ask_again();
    }
  }

  /// What came in besides, since these Data were matched, may have ended their records.
  void look_again() {
    forward::Burst still;
    auto& context = walk().context();
    for (forward::Item& item : wanted_) {
      forward::Burst one;
      one.push(item);
      forward::find_entries(context, one);
      if (forward::is_wanted(context, item)) {
        still.push(item);
      } else {
        walk().release(Packet::arrived(item));
      }
    }
    wanted_ = still;
  }

  /// The next Data may have the same name, and what was found out about it would not hold then.
  void satisfy_at_once(const forward::Burst& wanted, Outputs& out) {
    for (forward::Item& item : wanted) {
      rte_mbuf* packet = item.packet;
      rte_pktmbuf_refcnt_update(packet, 1);
      forward::Burst one;
      one.push(item);
      forward::satisfy(walk().context(), one);
      item.packet = packet;
      item.record = nullptr;  // it may be gone, and the entry with it
      out.push(1, Packet::arrived(item));
    }
  }

  forward::Burst wanted_;
};

}  // namespace

const ElementType icn_pit_type = element_type<IcnPit>(
    {.name = "ICN_PIT",
     .inputs_min = 2,
     .inputs_max = 2,
     .outputs_min = 3,
     .outputs_max = 3,
     .flow = "ab/abb",
     .arguments_min = 1,
     .arguments_max = 1,
     .tables = {{0, "NameTable"}},
     .arguments = "NAMETABLE",
     .purpose = "Pending Interests: Interests in at 0, those to ask somebody for out at 0; Data in at 1, out "
                "at 1 to be kept and at 2 for downstreams"});

}  // namespace augustus::element
