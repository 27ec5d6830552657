// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// Counts packets and their bytes (without link headers).
class PacketCounter final : public Element {
 public:
  explicit PacketCounter(const Arguments&) {}

  void push(unsigned, Batch batch, Outputs& out) {
    std::uint64_t bytes = 0;
    for (const Packet packet : batch) {
      bytes += rte_pktmbuf_pkt_len(packet.buffer());
    }
    packets_.add(batch.size());
    bytes_.add(bytes);
    out.pass(0, batch);
  }

  std::vector<Handler> handlers() override {
    const auto reset = [this](std::string_view) {
      packets_.set(0);
      bytes_.set(0);
    };
    return {{.name = "count", .read = [this] { return packets_.value(); }},
            {.name = "byte_count", .read = [this] { return bytes_.value(); }},
            {.name = "reset", .write = reset}};
  }
  void take_over(Element& former) override {
    packets_.add(static_cast<PacketCounter&>(former).packets_.value());
    bytes_.add(static_cast<PacketCounter&>(former).bytes_.value());
  }

 private:
  Counter packets_;
  Counter bytes_;
};

}  // namespace

const ElementType counter_type = element_type<PacketCounter>({.name = "Counter",
                                                              .inputs_min = 1,
                                                              .inputs_max = 1,
                                                              .outputs_min = 1,
                                                              .outputs_max = 1,
                                                              .processing = "a/a",
                                                              .purpose = "Counts packets and bytes"});

}  // namespace augustus::element
