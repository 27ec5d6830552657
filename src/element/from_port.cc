// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"
#include "element/from_device.hh"

namespace augustus::element {
namespace {

class FromPort final : public FromDevice {
 public:
  explicit FromPort(const Arguments& arguments) : FromDevice(arguments.port(0)) {}
};

}  // namespace

const ElementType from_port_type =
    element_type<FromPort>({.name = "FromPort",
                            .outputs_min = 1,
                            .outputs_max = 1,
                            .arguments_min = 1,
                            .arguments_max = 1,
                            .arguments = "PORT",
                            .purpose = "What a DPDK port of the configuration receives: packets of all its "
                                       "Faces, and frames that are nothing for the router"});

}  // namespace augustus::element
