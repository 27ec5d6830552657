// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "main/bench/exchange.hh"
#include "main/bench/fib.hh"
#include "main/bench/lookup.hh"
#include "main/bench/pit.hh"
#include "main/bench/pit_placement.hh"
#include "main/bench/store.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {

void register_bench(CLI::App& app, int& exit_code) {
  auto* bench = app.add_subcommand("bench", "Measure parts of the router on this machine");
  bench->require_subcommand(1);
  bench::register_exchange(*bench, exit_code);
  bench::register_fib(*bench, exit_code);
  bench::register_lookup(*bench, exit_code);
  bench::register_pit(*bench, exit_code);
  bench::register_pit_placement(*bench, exit_code);
  bench::register_store(*bench, exit_code);
}

}  // namespace augustus
