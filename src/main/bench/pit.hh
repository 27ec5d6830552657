// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus::bench {

/// Adds `pit` to `bench`: the PIT study's structures, one beside the other.
void register_pit(CLI::App& bench, int& exit_code);

}  // namespace augustus::bench
