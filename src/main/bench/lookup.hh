// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus::bench {

/// Adds `lookup` to `bench`: a content store of one layer by itself.
void register_lookup(CLI::App& bench, int& exit_code);

}  // namespace augustus::bench
