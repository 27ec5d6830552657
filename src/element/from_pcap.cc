// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"
#include "element/from_device.hh"

namespace augustus::element {
namespace {

constexpr std::uint64_t rate_usual = 1000;
constexpr std::uint64_t rate_max = 1'000'000;

class FromPcap final : public FromDevice {
 public:
  explicit FromPcap(const Arguments& arguments)
      : FromDevice(arguments.capture_source(0, arguments.number_or(1, rate_usual, 1, rate_max))) {}
};

}  // namespace

const ElementType from_pcap_type = element_type<FromPcap>(
    {.name = "FromPcap",
     .outputs_min = 1,
     .outputs_max = 1,
     .arguments_min = 1,
     .arguments_max = 2,
     .arguments = "FILE, [PACKETS-PER-SECOND]",
     .purpose = "Reads a capture (pcap, pcapng) once, as if its packets arrived on a Face, 1000 a second"});

}  // namespace augustus::element
