// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/codec/control_parameters.hh"

namespace augustus::manage {

/// Which fields a command's ControlParameters must and may have (ndn-cxx mgmt/nfd/control-command).
struct CommandFormat {
  FieldSet required = 0;
  FieldSet optional = 0;

  /// Also: Flags and Mask, where both are known, come together.
  bool admits(const ControlParameters& parameters) const {
    const FieldSet present = parameters.fields();
    const bool has_required = (present & required) == required;
    const bool has_forbidden = (present & ~(required | optional)) != 0;
    constexpr FieldSet pair = Field::flags | Field::mask;
    const bool pair_broken = (optional & pair) == pair && (present & pair) != 0 && (present & pair) != pair;
    return has_required && !has_forbidden && !pair_broken;
  }
};

}  // namespace augustus::manage
