// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// The build with sanitizers checks what no packet should pay for. Types that are laid out otherwise there depend on
// this alone, so that all who include them agree.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AUGUSTUS_CHECKED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(AUGUSTUS_COUNT_LINES)
#define AUGUSTUS_CHECKED
#endif

#ifdef AUGUSTUS_CHECKED
#include <sanitizer/asan_interface.h>
/// Of a function that may look at what is poisoned.
#define AUGUSTUS_SEES_POISON __attribute__((no_sanitize("address")))
#else
#define AUGUSTUS_SEES_POISON
#endif

namespace augustus {

#ifdef AUGUSTUS_CHECKED
inline constexpr bool checked_build = true;
#else
inline constexpr bool checked_build = false;
#endif

/// Whoever reads or writes these bytes, before they are given out again, is stopped, in a checked build. `start` is
/// aligned to 8 bytes.
inline void poison([[maybe_unused]] const void* start, [[maybe_unused]] std::size_t bytes) {
#ifdef AUGUSTUS_CHECKED
  __asan_poison_memory_region(start, bytes);
#endif
}

inline void unpoison([[maybe_unused]] const void* start, [[maybe_unused]] std::size_t bytes) {
#ifdef AUGUSTUS_CHECKED
  __asan_unpoison_memory_region(start, bytes);
#endif
}

}  // namespace augustus
