// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "traffic/names/generated_names.hh"
#include "traffic/names/name_source.hh"

namespace CLI {
class App;
}

namespace augustus::traffic {

/// Which names are asked for, as the user gave it.
struct NameOptions {
  std::vector<std::string> prefixes;  ///< URIs; empty: /traffic
  std::string prefix_file;
  std::uint64_t prefix_count = 1;  ///< below each of them
  std::string prefix_order = "object";
  double prefix_alpha = 1;
  std::uint64_t objects = 0;  ///< 0: 2^32, with a Zipf distribution a million
  std::string order = "sequential";
  double alpha = 1;
  std::optional<std::uint64_t> first;
  unsigned components = 0;
  unsigned name_bytes = 0;
  unsigned object_bytes = 0;
  unsigned interest_bytes = 0;  ///< of Ethernet payload; decides name_bytes
  std::string name_file;
  std::string trace_file;
  double trace_speed = 1;
  std::optional<std::uint64_t> seed;
};

/// The options that say where names lie; the producer needs no others.
void add_prefix_options(CLI::App& command, NameOptions& options);
void add_name_options(CLI::App& command, NameOptions& options);

/// The prefixes of --prefix and --prefix-file, or /traffic. Throws UsageError.
std::vector<wire::Name> base_prefixes(const NameOptions& options);

/// Throws UsageError or std::runtime_error. `seed` is used where the options have none.
std::unique_ptr<NameSource> make_names(const NameOptions& options, std::uint64_t seed);

}  // namespace augustus::traffic
