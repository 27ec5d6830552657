// SPDX-License-Identifier: Apache-2.0
#include "main/bench/memory_latency.hh"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "base/mapped_memory.hh"
#include "main/bench/line_cost.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t line_bytes = 64;
constexpr std::uint64_t reads = 2'000'000;

struct alignas(line_bytes) Line {
  std::uint64_t next;
};

}  // namespace

double chased_line_ns(std::uint64_t footprint) {
  const std::uint64_t count = footprint / line_bytes;
  const MappedMemory memory(count * line_bytes);
  auto* const lines = static_cast<Line*>(memory.data());
  for (std::uint64_t i = 0; i < count; ++i) {
    lines[i].next = i;
  }
  // One cycle through all of them (Sattolo).
  std::mt19937_64 random(1);
  for (std::uint64_t i = count - 1; i > 0; --i) {
    std::swap(lines[i].next, lines[random() % i].next);
  }
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < reads; ++i) {
    at = lines[at].next;
  }
  const volatile std::uint64_t end = at;
  static_cast<void>(end);
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / reads;
}

void print_memory_latency() {
  Json rows = Json::array();
  for (const std::uint64_t mebibytes : {1, 4, 64, 1024}) {
    const std::uint64_t footprint = mebibytes << 20;
    rows.push_back({{"bytes", footprint},
                    {"chased_ns", chased_line_ns(footprint)},
                    {"ahead_ns", random_line_ns(footprint)}});
  }
  fmt::print("{}\n", Json{{"memory", rows}}.dump(2));
}

}  // namespace augustus::bench
