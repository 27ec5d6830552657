// SPDX-License-Identifier: Apache-2.0
#include "element/bursts.hh"
#include "element/element_types.hh"
#include "forward/stages/check_interest.hh"

namespace augustus::element {
namespace {

/// Output 0: Interests that passed the checks before any table, those in a loop among them, marked; output 1:
/// what comes back, Data and Nacks; output 2: what could not be read.
class CheckICNHeader final : public Element {
 public:
  explicit CheckICNHeader(const Arguments&) {}

  void push(unsigned, Batch batch, Outputs& out) {
    // A burst has one kind, mostly.
    bool alike = true;
    for (const Packet packet : batch) {
      alike = alike && !packet.is_leaving() && packet.kind() == batch[0].kind();
    }
    if (alike && batch[0].kind() != wire::PacketKind::interest) {
      out.pass(1, batch);
      return;
    }
    for_each_burst<true>(walk(), batch, [&](const forward::Burst& burst) { check(burst, out); });
  }

 private:
  void check(const forward::Burst& burst, Outputs& out) {
    forward::Burst interests, passed, loops;
    for (forward::Item& item : burst) {
      if ((item.marks & mark_malformed) != 0) [[unlikely]] {
        out.push_or_drop(2, Packet::arrived(item));
      } else if (item.view->kind == wire::PacketKind::interest) {
        interests.push(item);
      } else {
        out.push(1, Packet::arrived(item));
      }
    }
    forward::check_interest(walk().context(), interests, passed, loops);
    for (forward::Item& item : loops) {
      item.marks |= mark_asked | mark_looping;
      out.push(0, Packet::arrived(item));
    }
    for (forward::Item& item : passed) {
      out.push(0, Packet::arrived(item));
    }
  }
};

}  // namespace

const ElementType check_icn_header_type = element_type<CheckICNHeader>(
    {.name = "CheckICNHeader",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 2,
     .outputs_max = 3,
     .purpose = "Sorts and checks packets: Interests to output 0, what answers them (Data, Nacks) to 1, what "
                "is neither to 2 or dropped"});

}  // namespace augustus::element
