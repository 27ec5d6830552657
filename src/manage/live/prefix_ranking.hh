// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "forward/trace/name_sampler.hh"

namespace augustus::manage {

/// Which prefixes of two components are asked for most, lately: what was counted fades by a fifth each time
/// it is shown.
class PrefixRanking {
 public:
  static constexpr std::size_t prefixes_max = 4096;

  void add(const forward::NameSample& sample);
  /// The busiest, with their shares of what was sampled (0..1); fades all.
  std::vector<std::pair<std::string, double>> show(std::size_t count);

 private:
  std::map<std::string, double> weights_;
};

}  // namespace augustus::manage
