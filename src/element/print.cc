// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "base/log.hh"
#include "base/log_limit.hh"
#include "element/element_types.hh"
#include "element/name_of.hh"
#include "wire/name.hh"

namespace augustus::element {
namespace {

const char* word_of(Packet packet) {
  if (!packet.is_leaving() && (packet.item().marks & mark_malformed) != 0) {
    return (packet.item().marks & mark_frame) != 0 ? "frame" : "malformed";
  }
  switch (packet.kind()) {
    case wire::PacketKind::interest:
      return "Interest";
    case wire::PacketKind::data:
      return "Data";
    case wire::PacketKind::nack:
      return "Nack";
  }
  return "";
}

/// A line in the log for some packets a second, as the level `info` of module `worker` lets through. For
/// looking at a graph, not for a router under load: the thread waits for the log.
class Print final : public Element {
 public:
  explicit Print(const Arguments& arguments)
      : label_(arguments.size() > 0 ? arguments.text(0) : arguments.element_name()),
        limit_(static_cast<unsigned>(arguments.number_or(1, 10, 1, 10'000))) {}

  void push(unsigned, Batch batch, Outputs& out) {
    for (const Packet packet : batch) {
      if (const auto kept_back = limit_.admit(walk().context().now); kept_back) {
        print(packet, *kept_back);
      }
    }
    out.pass(0, batch);
  }

 private:
  void print(Packet packet, std::uint64_t kept_back) {
    const auto name = wire::Name::from_value(name_of(packet));
    const FaceId face = packet.is_leaving() ? packet.departure().outgoing.face : packet.item().ingress.id;
    log(LogModule::worker)
        .info("{}: {} {} {} Face {}, {} bytes{}", label_, word_of(packet), name ? name->uri() : "",
              packet.is_leaving() ? "to" : "from", face, rte_pktmbuf_pkt_len(packet.buffer()),
              kept_back == 0 ? "" : " (" + std::to_string(kept_back) + " not printed)");
  }

  std::string label_;
  LogLimit limit_;
};

}  // namespace

const ElementType print_type = element_type<Print>(
    {.name = "Print",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 1,
     .processing = "a/a",
     .arguments_max = 2,
     .arguments = "[LABEL, [LINES-PER-SECOND]]",
     .purpose = "Writes a line for a packet to the log (module worker, level info), 10 a second at most"});

}  // namespace augustus::element
