// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"
#include "element/to_device.hh"

namespace augustus::element {
namespace {

class ToPort final : public ToDevice {
 public:
  explicit ToPort(const Arguments& arguments) : ToDevice(arguments.port(0)) {}
};

}  // namespace

const ElementType to_port_type = element_type<ToPort>(
    {.name = "ToPort",
     .inputs_min = 1,
     .inputs_max = any_number,
     .processing = "a/h",
     .arguments_min = 1,
     .arguments_max = 1,
     .arguments = "PORT",
     .purpose = "Packets leave by a DPDK port: on the Face of it that they are meant for, "
                "else to everybody on its link; frames as they are"},
    true);

}  // namespace augustus::element
