// SPDX-License-Identifier: Apache-2.0
#include "base/packet_limit.hh"
#include "element/devices/capture_sink.hh"
#include "element/element_types.hh"
#include "wire/lp_codec.hh"

namespace augustus::element {
namespace {

constexpr std::uint64_t snap_max = packet_bytes_max + wire::lp_header_bytes_max;

/// Writes what passes to a file; without an output packets end here.
class ToPcap final : public Element {
 public:
  explicit ToPcap(const Arguments& arguments)
      : sink_(arguments.capture_sink(
            0, static_cast<std::uint32_t>(arguments.number_or(1, snap_max, 1, snap_max)))) {}

  void push(unsigned, Batch batch, Outputs& out) {
    if (sink_ != nullptr) {
      for (const Packet packet : batch) {
        lost_.add(write(packet));
      }
    }
    count_.add(batch.size());
    if (out.count() != 0) {
      out.pass(0, batch);
      return;
    }
    for (const Packet packet : batch) {
      walk().release(packet);
    }
  }

  std::vector<Handler> handlers() override {
    return {{.name = "count", .read = [this] { return count_.value(); }},
            {.name = "lost", .read = [this] { return lost_.value(); }}};
  }
  void take_over(Element& former) override {
    count_.add(static_cast<ToPcap&>(former).count_.value());
    lost_.add(static_cast<ToPcap&>(former).lost_.value());
  }

 private:
  unsigned write(Packet packet) {
    const TimeNs now = walk().context().now;
    if (packet.is_leaving()) {
      return sink_->session().leaving({&packet.departure().outgoing, 1}, now);
    }
    rte_mbuf* const buffer = packet.buffer();
    return sink_->session().arrived({&buffer, 1}, now);
  }

  std::shared_ptr<CaptureSink> sink_;
  Counter count_;
  Counter lost_;
};

}  // namespace

const ElementType to_pcap_type = element_type<ToPcap>(
    {.name = "ToPcap",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 0,
     .outputs_max = 1,
     .processing = "a/a",
     .arguments_min = 1,
     .arguments_max = 2,
     .arguments = "FILE, [BYTES-OF-A-PACKET]",
     .purpose = "Writes packets to a capture (pcapng); they go on at the output, or end without one"});

}  // namespace augustus::element
