// SPDX-License-Identifier: Apache-2.0
#include "element/language/port_codes.hh"

#include <cassert>

namespace augustus::element {

PortCodes::PortCodes(std::string_view codes)
    : inputs_(codes.substr(0, codes.find('/'))), outputs_(codes.substr(codes.find('/') + 1)) {
  assert(!inputs_.empty() && !outputs_.empty());
}

bool PortCodes::flows(unsigned input, unsigned output) const {
  const char code = this->input(input);
  return code == this->output(output) && (code != '#' || input == output);
}

}  // namespace augustus::element
