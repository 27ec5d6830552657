// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::traffic {

/// Counts the cache lines that one thread touches, in a build that asks for it (meson's `count_lines`): every
/// access of the project's code, its inlined headers included, and of memcpy and its like calls a hook. What
/// libraries touch by themselves (a mempool's ring) is not seen. In other builds all of this does nothing.
namespace line_counter {

#ifdef AUGUSTUS_COUNT_LINES
inline constexpr bool compiled_in = true;

/// From now on this thread counts, by the memory areas there are now. Once a process.
void start();
void pause();  ///< what follows is not the router's work
void resume();
/// A line counts once between two of these.
void next_burst();
/// This thread counts no more.
void stop();
#else
inline constexpr bool compiled_in = false;

inline void start() {}
inline void pause() {}
inline void resume() {}
inline void next_burst() {}
inline void stop() {}
#endif

/// After stop(): what was touched of the i-th kind of area.
struct Touched {
  const char* what;         ///< nullptr: there are no more kinds
  std::uint64_t lines;      ///< distinct ones, added up over bursts
  std::uint64_t footprint;  ///< bytes of all distinct lines
};
#ifdef AUGUSTUS_COUNT_LINES
Touched touched(unsigned kind);
#else
inline Touched touched(unsigned /*kind*/) {
  return {nullptr, 0, 0};
}
#endif

}  // namespace line_counter
}  // namespace augustus::traffic
