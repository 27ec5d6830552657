// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"
#include "element/from_device.hh"

namespace augustus::element {
namespace {

class FromHost final : public FromDevice {
 public:
  explicit FromHost(const Arguments& arguments) : FromDevice(arguments.host(0, 1)) {}
};

}  // namespace

const ElementType from_host_type = element_type<FromHost>(
    {.name = "FromHost",
     .outputs_min = 1,
     .outputs_max = 1,
     .arguments_min = 1,
     .arguments_max = 2,
     .arguments = "INTERFACE, [PORT]",
     .purpose = "What the kernel sends by an interface that is made for the graph: NDN "
                "packets, and other frames"});

}  // namespace augustus::element
