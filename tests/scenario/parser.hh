// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "scenario/step.hh"

namespace augustus::scenario {

/// Names the file, the line and what was expected there.
struct ScenarioError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads a scenario (the language is described in tests/scenario/README.md). Throws ScenarioError.
Scenario parse_scenario(std::string name, std::string_view text);
Scenario read_scenario(const std::string& path);

}  // namespace augustus::scenario
