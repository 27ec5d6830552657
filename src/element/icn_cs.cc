// SPDX-License-Identifier: Apache-2.0
#include "element/bursts.hh"
#include "element/element_types.hh"
#include "forward/stages/find_pending.hh"
#include "forward/stages/groups.hh"
#include "forward/stages/match_data.hh"

namespace augustus::element {
namespace {

/// Interests in at 0: the table that PIT and CS share says at once who is pending already, or in a loop, and
/// those pass; what is cached leaves as Data at 1, other Interests at 0. Data in at 1 is stored.
class IcnCs final : public Element {
 public:
  explicit IcnCs(const Arguments&) {}

  void push(unsigned input, Batch batch, Outputs& out) {
    if (input == 0) {
      for_each_burst(walk(), batch, [&](const forward::Burst& burst) { look_up(burst, out); });
    } else {
      store(batch);
    }
  }

 private:
  void look_up(const forward::Burst& burst, Outputs& out) {
    auto& context = walk().context();
    const unsigned first = walk().departures.count();
    forward::Burst unknown, pending, unasked, loops, hits, misses;
    for (forward::Item& item : burst) {
      if ((item.marks & mark_asked) == 0) {
        unknown.push(item);
      }
    }
    forward::find_pending(context, unknown, pending, unasked, loops);
    forward::cs_lookup(context, unasked, hits, misses);
    mark(misses, mark_asked);
    mark(pending, mark_asked | mark_pending);
    mark(loops, mark_asked | mark_looping);
    for (forward::Item& item : burst) {
      if (item.packet != nullptr) {
        out.push(0, Packet::arrived(item));
      }
    }
    out.push_departures(1, first);
  }

  static void mark(const forward::Burst& burst, unsigned marks) {
    for (forward::Item& item : burst) {
      item.marks = static_cast<std::uint8_t>(item.marks | marks);
    }
  }

  void store(Batch batch) {
    forward::Burst burst;
    for (const Packet packet : batch) {
      if (packet.is_leaving() || packet.item().view->kind != wire::PacketKind::data) {
        walk().drop_stray(packet);
        continue;
      }
      if (walk().mixed()) [[unlikely]] {
        packet.item().record = nullptr;  // it may have ended
      }
      burst.push(packet.item());
      if (burst.size() == forward::burst_packets_max) {
        forward::insert_cs(walk().context(), burst);
        burst.clear();
      }
    }
    if (!burst.empty()) {
      forward::insert_cs(walk().context(), burst);
    }
    for (const Packet packet : batch) {
      if (!packet.is_leaving() && packet.item().packet != nullptr) {
        walk().release(packet);
      }
    }
  }
};

}  // namespace

const ElementType icn_cs_type = element_type<IcnCs>(
    {.name = "ICN_CS",
     .inputs_min = 2,
     .inputs_max = 2,
     .outputs_min = 2,
     .outputs_max = 2,
     .flow = "ab/aa",
     .arguments_min = 1,
     .arguments_max = 1,
     .tables = {{0, "NameTable"}},
     .arguments = "NAMETABLE",
     .purpose =
         "Content store: Interests in at 0, out at 0 on a miss, their Data at 1 on a hit; Data to keep "
         "in at 1"});

}  // namespace augustus::element
