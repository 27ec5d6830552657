// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus::bench {

/// Adds `fib` to `bench`: inserts, lookups and both at once in a FIB of any size, and what it takes of
/// memory.
void register_fib(CLI::App& bench, int& exit_code);

}  // namespace augustus::bench
