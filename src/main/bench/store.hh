// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus::bench {

/// Adds `store` to `bench`: the content store of a real worker, in memory and on a disk.
void register_store(CLI::App& bench, int& exit_code);

}  // namespace augustus::bench
