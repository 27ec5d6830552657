// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus::bench {

/// Adds `exchange` to `bench`: packets in memory through the whole router, from parse to send.
void register_exchange(CLI::App& bench, int& exit_code);

}  // namespace augustus::bench
