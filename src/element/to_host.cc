// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"
#include "element/to_device.hh"

namespace augustus::element {
namespace {

class ToHost final : public ToDevice {
 public:
  explicit ToHost(const Arguments& arguments) : ToDevice(arguments.host(0, 1)) {}
};

}  // namespace

const ElementType to_host_type = element_type<ToHost>(
    {.name = "ToHost",
     .inputs_min = 1,
     .inputs_max = any_number,
     .processing = "a/h",
     .arguments_min = 1,
     .arguments_max = 2,
     .arguments = "INTERFACE, [PORT]",
     .purpose = "Gives the kernel packets, as NDN over Ethernet, and frames as they are, "
                "by an interface that is made for the graph"},
    true);

}  // namespace augustus::element
