// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/step.hh"
#include "worker/router_options.hh"

namespace augustus::scenario {

/// The options of a router of so many workers, a partition each, whose partitions have the scenario's sizes.
worker::RouterOptions router_options(const Scenario& scenario, unsigned workers, unsigned dispatchers,
                                     const forward::EngineFactory& engine = {});

}  // namespace augustus::scenario
