// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/load/consumer.hh"
#include "traffic/load/producer.hh"

namespace CLI {
class App;
}

namespace augustus::traffic {

/// What a consumer does, besides names, as the user gave it.
struct ConsumerArguments {
  ConsumerOptions options;
  std::uint32_t window = 0;  ///< 0: 256, with a rate what its lifetime needs
  std::string arrivals = "constant";
  double seconds = 0;
  double warm_up = 0;
  bool lifetime_given = false;
  double patience_ms = 0;  ///< 0: the lifetime
  bool no_verify = false;
};
void add_consumer_options(CLI::App& command, ConsumerArguments& arguments);
/// Throws UsageError. `header`: of FormatOptions.
ConsumerOptions consumer_options(const ConsumerArguments& arguments, const std::string& header,
                                 std::uint64_t seed);

struct ProducerArguments {
  ProducerOptions options;
  std::string registration = "face";  ///< face, none, or the URI of a router's local socket
  double delay_ms = 0;
};
void add_producer_options(CLI::App& command, ProducerArguments& arguments);
ProducerOptions producer_options(const ProducerArguments& arguments);

/// What concerns a run as a whole.
struct RunOptions {
  std::vector<int> cpus;
  bool spin = false;
  bool json = false;
  bool one_way = false;  ///< the producer answers nothing, and tells the consumer what has arrived
  bool quiet = false;
  double ceiling = 0;
  double seconds = 0;  ///< of a producer alone; 0: until interrupted
  unsigned threads = 1;
};
void add_run_options(CLI::App& command, RunOptions& options);

}  // namespace augustus::traffic
