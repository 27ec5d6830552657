// SPDX-License-Identifier: Apache-2.0
#include "manage/live/prefix_ranking.hh"

#include <algorithm>

#include "wire/name.hh"
#include "wire/tlv_header.hh"

namespace augustus::manage {
namespace {

constexpr std::size_t components = 2;
constexpr double kept_each_time = 0.8;
constexpr double forgotten_below = 0.1;

/// The first components that are there whole.
std::string prefix_of(const forward::NameSample& sample) {
  const std::uint8_t* at = sample.bytes.data();
  const std::uint8_t* const end = at + std::min<std::size_t>(sample.length, sample.bytes.size());
  wire::TlvHeader component;
  for (std::size_t count = 0; count < components && at < end; ++count) {
    if (wire::read_tlv_header(at, end, component) != wire::TlvOutcome::ok) {
      break;
    }
    at = component.end();
  }
  const auto name =
      wire::Name::from_value({sample.bytes.data(), static_cast<std::size_t>(at - sample.bytes.data())});
  return name && !name->empty() ? name->uri() : "/";
}

}  // namespace

void PrefixRanking::add(const forward::NameSample& sample) {
  const std::string prefix = prefix_of(sample);
  const auto known = weights_.find(prefix);
  if (known != weights_.end()) {
    known->second += sample.interests;
  } else if (weights_.size() < prefixes_max) {
    weights_.emplace(prefix, sample.interests);
  }
}

std::vector<std::pair<std::string, double>> PrefixRanking::show(std::size_t count) {
  double sum = 0;
  for (const auto& [prefix, weight] : weights_) {
    sum += weight;
  }
  std::vector<std::pair<std::string, double>> ranked(weights_.begin(), weights_.end());
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(count, ranked.size()));
  std::partial_sort(ranked.begin(), end, ranked.end(),
                    [](const auto& a, const auto& b) { return a.second > b.second; });
  ranked.erase(end, ranked.end());
  for (auto& [prefix, weight] : ranked) {
    weight /= sum;
  }
  for (auto& [prefix, weight] : weights_) {
    weight *= kept_each_time;
  }
  std::erase_if(weights_, [](const auto& entry) { return entry.second < forgotten_below; });
  return ranked;
}

}  // namespace augustus::manage
