// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus::bench {

/// Adds `pit-placement` to `bench`: where PITs stand in a router of many line cards, what it costs and what
/// it keeps up.
void register_pit_placement(CLI::App& bench, int& exit_code);

}  // namespace augustus::bench
