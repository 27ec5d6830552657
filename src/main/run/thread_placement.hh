// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "manage/config.hh"
#include "worker/placement/placement_plan.hh"

namespace augustus {

/// What the configuration asks of placement, on this machine. Throws UsageError where it does not fit.
worker::PlacementPlan plan_threads(const manage::Config& config);

/// Writes the plan into the configuration of the router and its ports.
void apply_plan(const worker::PlacementPlan& plan, manage::Config& config);

/// Pins the calling thread, unless `cpu` is worker::cpu_none; logs a warning where the system refuses.
void pin_this_thread(int cpu);

/// The plan as text, for this machine, or for the one recorded in hwloc's XML file `topology` when that is
/// not empty.
std::string explain_placement(const manage::Config& config, const std::string& topology);

}  // namespace augustus
