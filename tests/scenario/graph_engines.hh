// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/engine.hh"

namespace augustus::scenario {

/// Engines that walk through figure 3's graph (etc/figure3.click).
forward::EngineFactory figure3_engines();

}  // namespace augustus::scenario
