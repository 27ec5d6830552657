// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "traffic/load/consumer.hh"
#include "traffic/load/producer.hh"

namespace augustus::traffic {

/// What a run came to. A consumer or a producer may be absent.
struct Report {
  std::string command;
  Consumer* consumer = nullptr;
  Producer* producer = nullptr;
  TimeNs duration = 0;    ///< of the run as a whole
  double busy_share = 0;  ///< of the generator's busiest thread: turns that moved packets
  double ceiling = 0;     ///< exchanges a second; 0: not known
  bool is_loop = false;   ///< without a forwarder: the result is a ceiling

  double exchanges_per_s() const;
  /// Why the figures tell of the generator rather than of the forwarder; empty: they do not.
  std::string generator_bound() const;
  /// All content was right and no packet malformed.
  bool good() const;
};

/// 0 in no time.
double per_second(std::uint64_t count, TimeNs time);

void print_json(const Report& report);
void print_text(const Report& report);

}  // namespace augustus::traffic
