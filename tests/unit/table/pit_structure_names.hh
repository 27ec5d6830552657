// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "table/pit_structure.hh"

namespace augustus::table {

/// For gtest, which takes no hyphens.
inline std::string structure_name(const testing::TestParamInfo<PitStructure>& structure) {
  std::string name(to_string(structure.param));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace augustus::table
