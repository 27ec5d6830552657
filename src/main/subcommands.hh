// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus {

// Each adds one subcommand to `app`, whose callback runs it and sets `exit_code` (which outlives the call)
// where it is not 0. A callback throws UsageError or another exception with one helpful line; main prints it.

void register_run(CLI::App& app, int& exit_code);
void register_status(CLI::App& app, int& exit_code);
void register_face(CLI::App& app, int& exit_code);
void register_route(CLI::App& app, int& exit_code);
void register_strategy(CLI::App& app, int& exit_code);
void register_cs(CLI::App& app, int& exit_code);
void register_partition(CLI::App& app, int& exit_code);
void register_reload(CLI::App& app, int& exit_code);
void register_log(CLI::App& app, int& exit_code);
void register_graph(CLI::App& app, int& exit_code);
void register_trace(CLI::App& app, int& exit_code);
void register_capture(CLI::App& app, int& exit_code);
void register_import(CLI::App& app, int& exit_code);
void register_ping(CLI::App& app, int& exit_code);
void register_pingserver(CLI::App& app, int& exit_code);
void register_peek(CLI::App& app, int& exit_code);
void register_put(CLI::App& app, int& exit_code);
void register_get(CLI::App& app, int& exit_code);
void register_traffic(CLI::App& app, int& exit_code);
void register_bench(CLI::App& app, int& exit_code);
void register_describe(CLI::App& app, int& exit_code);

}  // namespace augustus
