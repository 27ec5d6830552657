// SPDX-License-Identifier: Apache-2.0
// Compiled for the oldest CPU of the architecture, and run before any other initialiser of the binary: a CPU
// that lacks what the rest was compiled for gets a sentence instead of an illegal instruction.
#include <unistd.h>

#include <cstring>

#if defined(__x86_64__) && defined(AUGUSTUS_X86_LEVEL)

namespace {

void print(const char* text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
}

void print_if_missing(bool supported, const char* name) {
  if (!supported) {
    print(" ");
    print(name);
  }
}

[[gnu::constructor(101)]] void check_cpu() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports(AUGUSTUS_X86_LEVEL)) {
    return;
  }
  print("augustus: this build needs a CPU of level " AUGUSTUS_X86_LEVEL "; this one lacks");
  print_if_missing(__builtin_cpu_supports("sse4.2"), "sse4.2");
  print_if_missing(__builtin_cpu_supports("avx2"), "avx2");
  print_if_missing(__builtin_cpu_supports("bmi2"), "bmi2");
  print_if_missing(__builtin_cpu_supports("fma"), "fma");
  print(" (build it with -Dx86_level=none)\n");
  _exit(2);
}

}  // namespace

#endif
