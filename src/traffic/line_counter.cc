// SPDX-License-Identifier: Apache-2.0
// Compiled without the hooks that it implements, and calls nothing that could have been compiled with them
// while it counts.
#include "traffic/line_counter.hh"

#include <sys/mman.h>

#include <cstddef>
#include <cstring>

#include "base/memory_areas.hh"

namespace augustus::traffic::line_counter {
namespace {

constexpr unsigned line_bits = 6;
constexpr unsigned areas_max = 256;
constexpr unsigned kinds_max = 64;
constexpr std::uint64_t seen_slots = 1u << 16;  ///< more lines than a burst touches

struct Area {
  std::uintptr_t start = 0;
  std::uintptr_t end = 0;
  unsigned kind = 0;
  std::uint8_t* ever = nullptr;  ///< a byte a line
};

struct Seen {
  std::uintptr_t line = 0;
  std::uint64_t burst = 0;
};

Area areas[areas_max];
unsigned area_count = 0;
Touched kinds[kinds_max];
unsigned kind_count = 0;
Seen seen[seen_slots];
std::uint64_t burst = 1;
thread_local bool counting = false;
thread_local bool started = false;

unsigned kind_of(const char* what) {
  for (unsigned kind = 0; kind < kind_count; ++kind) {
    if (std::strcmp(kinds[kind].what, what) == 0) {
      return kind;
    }
  }
  if (kind_count == kinds_max) {
    return kinds_max - 1;
  }
  kinds[kind_count] = {what, 0, 0};
  return kind_count++;
}

/// The area of an address; nullptr: none that was registered.
Area* area_of(std::uintptr_t address) {
  unsigned low = 0;
  unsigned high = area_count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (areas[middle].end <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < area_count && areas[low].start <= address ? &areas[low] : nullptr;
}

void count_line(std::uintptr_t line) {
  std::uint64_t slot = (line * 0x9e3779b97f4a7c15u) >> 48;
  for (unsigned tries = 0; seen[slot].burst == burst; slot = (slot + 1) % seen_slots) {
    if (seen[slot].line == line || ++tries == seen_slots) {
      return;
    }
  }
  seen[slot] = {line, burst};
  Area* const area = area_of(line << line_bits);
  Touched& kind = kinds[area != nullptr ? area->kind : 0];
  ++kind.lines;
  if (area != nullptr) {
    std::uint8_t& ever = area->ever[line - (area->start >> line_bits)];
    kind.footprint += ever == 0 ? std::uint64_t{1} << line_bits : 0;
    ever = 1;
  }
}

void touch(const void* address, std::size_t bytes) {
  if (!counting || bytes == 0) {
    return;
  }
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  for (std::uintptr_t line = first >> line_bits; line <= (first + bytes - 1) >> line_bits; ++line) {
    count_line(line);
  }
}

}  // namespace

void start() {
  if (started) {
    return;
  }
  kind_of("stack, heap and counters");
  for (const MemoryArea& found : memory_areas()) {
    if (area_count == areas_max) {
      break;
    }
    const auto from = reinterpret_cast<std::uintptr_t>(found.start);
    void* const ever = mmap(nullptr, (found.bytes >> line_bits) + 1, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    areas[area_count++] = {from, from + found.bytes, kind_of(found.what), static_cast<std::uint8_t*>(ever)};
  }
  started = true;
  counting = true;
}

void pause() {
  counting = false;
}

void resume() {
  counting = started;
}

void next_burst() {
  ++burst;
}

void stop() {
  counting = false;
  started = false;
}

Touched touched(unsigned kind) {
  return kind < kind_count ? kinds[kind] : Touched{nullptr, 0, 0};
}

}  // namespace augustus::traffic::line_counter

// The compiler's hooks (-fsanitize=kernel-address with calls), and the linker's (--wrap).
extern "C" {

#define AUGUSTUS_HOOKS(bytes)                               \
  void __asan_load##bytes##_noabort(const void* address) {  \
    augustus::traffic::line_counter::touch(address, bytes); \
  }                                                         \
  void __asan_store##bytes##_noabort(const void* address) { \
    augustus::traffic::line_counter::touch(address, bytes); \
  }
AUGUSTUS_HOOKS(1)
AUGUSTUS_HOOKS(2)
AUGUSTUS_HOOKS(4)
AUGUSTUS_HOOKS(8)
AUGUSTUS_HOOKS(16)
#undef AUGUSTUS_HOOKS

void __asan_loadN_noabort(const void* address, std::size_t bytes) {
  augustus::traffic::line_counter::touch(address, bytes);
}
void __asan_storeN_noabort(const void* address, std::size_t bytes) {
  augustus::traffic::line_counter::touch(address, bytes);
}
void __asan_handle_no_return() {}
void __asan_before_dynamic_init(const void* /*unit*/) {}
void __asan_after_dynamic_init() {}

void* __real_memcpy(void* to, const void* from, std::size_t bytes);
void* __real_memmove(void* to, const void* from, std::size_t bytes);
void* __real_memset(void* to, int value, std::size_t bytes);
int __real_memcmp(const void* one, const void* other, std::size_t bytes);

void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  augustus::traffic::line_counter::touch(from, bytes);
  augustus::traffic::line_counter::touch(to, bytes);
  return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  augustus::traffic::line_counter::touch(from, bytes);
  augustus::traffic::line_counter::touch(to, bytes);
  return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  augustus::traffic::line_counter::touch(to, bytes);
  return __real_memset(to, value, bytes);
}
int __wrap_memcmp(const void* one, const void* other, std::size_t bytes) {
  augustus::traffic::line_counter::touch(one, bytes);
  augustus::traffic::line_counter::touch(other, bytes);
  return __real_memcmp(one, other, bytes);
}
}
