// SPDX-License-Identifier: Apache-2.0
#include "element/bursts.hh"
#include "element/element_types.hh"
#include "forward/read_again.hh"
#include "forward/stages/groups.hh"

namespace augustus::element {
namespace {

/// Interests in the PIT get their next hops: by the route that they have already or the FIB has, as the
/// strategy of their name chooses. Nacks for what finds none leave at 1, where that is connected.
class IcnFib final : public Element {
 public:
  explicit IcnFib(const Arguments&) {}

  void push(unsigned, Batch batch, Outputs& out) {
    const unsigned first = walk().departures.count();
    for_each_burst(walk(), batch, [&](const forward::Burst& burst) { forward(burst); });
    if (out.count() == 1) {
      out.push_departures(0, first);
      return;
    }
    auto& departures = walk().departures;
    for (unsigned i = first; i < departures.count(); ++i) {
      const bool nack = departures[i].outgoing.kind == wire::PacketKind::nack;
      out.push(nack ? 1 : 0, Packet::leaving(departures[i]));
    }
  }

 private:
  void forward(const forward::Burst& burst) {
    auto& context = walk().context();
    forward::Burst recorded;
    for (forward::Item& item : burst) {
      if (walk().mixed()) [[unlikely]] {
        item.record = forward::find_asking(context, item);
      }
      if (item.record == nullptr) [[unlikely]] {
        walk().drop_stray(Packet::arrived(item));
        continue;
      }
      recorded.push(item);
    }
    forward::decide(context, recorded);
  }
};

}  // namespace

const ElementType icn_fib_type =
    element_type<IcnFib>({.name = "ICN_FIB",
                          .inputs_min = 1,
                          .inputs_max = 1,
                          .outputs_min = 1,
                          .outputs_max = 2,
                          .arguments_max = 1,
                          .tables = {{0, "Fib"}},
                          .arguments = "[FIB]",
                          .purpose = "Next hops for Interests that are in the PIT, out at 0; Nacks for those "
                                     "without a route at 1, or 0"});

}  // namespace augustus::element
