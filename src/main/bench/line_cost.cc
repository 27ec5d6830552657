// SPDX-License-Identifier: Apache-2.0
#include "main/bench/line_cost.hh"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "main/errors.hh"

namespace augustus::bench {
namespace {

constexpr std::uint64_t line_bytes = 64;
constexpr unsigned ahead = 32;
constexpr std::uint64_t reads = 4'000'000;
constexpr unsigned attempts = 3;

/// Reads `reads` random lines; the sum keeps the reads.
std::uint64_t walk(const std::uint64_t* words, std::uint64_t lines) {
  constexpr std::uint64_t words_a_line = line_bytes / sizeof(std::uint64_t);
  std::array<std::uint64_t, ahead> waiting{};
  std::uint64_t random = 1;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < reads; ++i) {
    std::uint64_t& place = waiting[i % ahead];
    sum += words[place];
    random = random * 6364136223846793005u + 1442695040888963407u;
    place = ((random >> 32) * lines >> 32) * words_a_line;
    prefetch(&words[place]);
  }
  return sum;
}

}  // namespace

double random_line_ns(std::uint64_t footprint) {
  using Clock = std::chrono::steady_clock;
  const std::uint64_t lines = std::clamp<std::uint64_t>(footprint / line_bytes, 1, 0xffffffff);
  const MappedMemory memory(lines * line_bytes);
  auto* const words = static_cast<std::uint64_t*>(memory.data());
  for (std::uint64_t line = 0; line < lines; ++line) {
    words[line * (line_bytes / sizeof(*words))] = line;
  }
  double best = 0;
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    const auto start = Clock::now();
    const volatile std::uint64_t sum = walk(words, lines);
    static_cast<void>(sum);
    const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count() / reads;
    best = attempt == 0 ? ns : std::min(best, ns);
  }
  return best;
}

std::vector<StructureLines> lines_of_report(const std::string& path) {
  std::ifstream file(path);
  const auto report = nlohmann::json::parse(file, nullptr, false);
  if (report.is_discarded() || !report.contains("lines_by_structure") ||
      report["lines_by_structure"].empty()) {
    throw UsageError(path +
                     " is not a JSON report with counted lines: scripts/build lines makes the program "
                     "that counts them");
  }
  std::vector<StructureLines> lines;
  for (const auto& [what, of_it] : report["lines_by_structure"].items()) {
    lines.push_back({.what = what, .lines = of_it["lines"], .footprint = of_it["footprint"]});
  }
  return lines;
}

}  // namespace augustus::bench
