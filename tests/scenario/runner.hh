// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenario/driver.hh"
#include "scenario/step.hh"

namespace augustus::scenario {

/// Walks through the scenario with the driver. Each failure names file, line, what was expected and what
/// came; the run goes on after a failure. At the end no packet may wait and the driver must finish clean.
std::vector<std::string> run_scenario(const Scenario& scenario, Driver& driver);

}  // namespace augustus::scenario
