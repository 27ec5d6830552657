// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// Every packet to every output. The bytes are shared, the annotations are not.
class Tee final : public Element {
 public:
  explicit Tee(const Arguments&) {}

  void push(unsigned, Batch batch, Outputs& out) {
    for (unsigned port = 1; port < out.count(); ++port) {
      for (const Packet packet : batch) {
        duplicate(packet, port, out);
      }
    }
    out.pass(0, batch);
  }

 private:
  void duplicate(Packet packet, unsigned port, Outputs& out) {
    if (packet.is_leaving()) {
      if (Departure* other = walk().departures.add(); other != nullptr) {
        *other = packet.departure();
        rte_pktmbuf_refcnt_update(other->outgoing.packet, 1);
        out.push(port, Packet::leaving(*other));
        return;
      }
    } else if (forward::Item* other =
                   walk().copy(packet.buffer(), *packet.item().view, packet.item().ingress);
               other != nullptr) {
      other->marks |= packet.item().marks & (mark_malformed | mark_frame);
      rte_pktmbuf_refcnt_update(other->packet, 1);
      out.push(port, Packet::arrived(*other));
      return;
    }
    walk().strays.add();
  }
};

}  // namespace

const ElementType tee_type = element_type<Tee>({.name = "Tee",
                                                .inputs_min = 1,
                                                .inputs_max = 1,
                                                .outputs_min = 1,
                                                .outputs_max = any_number,
                                                .purpose = "Sends each packet to all outputs"});

}  // namespace augustus::element
