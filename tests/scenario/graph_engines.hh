// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/engine.hh"

namespace augustus::scenario {

/// Engines that walk through figure 3's graph, of the file that is installed.
forward::EngineFactory figure3_engines();

}  // namespace augustus::scenario
