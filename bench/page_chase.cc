// SPDX-License-Identifier: Apache-2.0
// What a program pays to have addresses translated: a chase through as many lines, once side by side and once
// one in each 4 KiB, both in large pages. Where the second takes longer although both fit the same cache, the
// pages behind the program's are small ones: a virtual machine's host decides that.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t page_bytes = 4096;
constexpr std::size_t large_page_bytes = std::size_t{2} << 20;
constexpr std::size_t lines_max = 262144;
constexpr std::size_t steps = 4'000'000;
constexpr int runs = 5;

std::byte* map_large_pages(std::size_t bytes) {
  void* const mapped =
      mmap(nullptr, bytes + large_page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    return nullptr;
  }
  const auto start =
      (reinterpret_cast<std::uintptr_t>(mapped) + large_page_bytes - 1) & ~(large_page_bytes - 1);
  auto* const memory = reinterpret_cast<std::byte*>(start);
  madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

/// Nanoseconds a step of a ring through `lines` places in random order, `stride` bytes apart; the best run.
double chase(std::byte* memory, std::size_t lines, std::size_t stride, std::mt19937_64& random) {
  std::vector<std::size_t> order(lines);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  std::vector<void**> places(lines);
  for (std::size_t i = 0; i < lines; ++i) {
    const std::size_t within =
        random() % (stride / line_bytes) * line_bytes;  // not all in the same cache sets
    places[i] = reinterpret_cast<void**>(memory + i * stride + within);
  }
  for (std::size_t i = 0; i < lines; ++i) {
    *places[order[i]] = places[order[(i + 1) % lines]];
  }
  double best = 1e9;
  void* at = places[0];
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < steps; ++i) {
      at = *static_cast<void* volatile*>(at);
    }
    best = std::min(
        best,
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / steps);
  }
  return best;
}

}  // namespace

int main() {
  std::byte* const memory = map_large_pages(lines_max * page_bytes);
  if (memory == nullptr) {
    std::perror("mmap");
    return 1;
  }
  std::mt19937_64 random(1);
  std::puts("ns a step, of lines   side by side   one in each 4 KiB");
  for (std::size_t lines = 512; lines <= lines_max; lines *= 2) {
    const double dense = chase(memory, lines, line_bytes, random);
    std::printf("%19zu %14.1f %19.1f\n", lines, dense, chase(memory, lines, page_bytes, random));
  }
  return 0;
}
