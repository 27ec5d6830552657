// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace augustus::element {

/// Click's codes of ports, "ab/c": one for each input, '/', one for each output; the last one stands for all
/// further ports. Without a '/' inputs and outputs have the same. `codes` outlives it.
class PortCodes {
 public:
  explicit PortCodes(std::string_view codes);

  char input(unsigned port) const { return at(inputs_, port); }
  char output(unsigned port) const { return at(outputs_, port); }
  /// Read as flow codes: whether a packet that enters at `input` may leave at `output`.
  bool flows(unsigned input, unsigned output) const;

 private:
  static char at(std::string_view codes, unsigned port) {
    return codes[port < codes.size() ? port : codes.size() - 1];
  }

  std::string_view inputs_;
  std::string_view outputs_;
};

}  // namespace augustus::element
