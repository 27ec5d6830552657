// SPDX-License-Identifier: Apache-2.0
#include "table/prefix_lengths.hh"

namespace augustus::table {

void PrefixLengths::add(unsigned components, std::uint64_t hash) {
  for (unsigned which = 0; which < bits_per_prefix; ++which) {
    const unsigned bit = bit_of(hash, which);
    if (prefixes_of_bit_[components * bits + bit]++ == 0) {
      set_flag(filters_[components][bit / 64], bit % 64, true);
    }
  }
  const std::uint32_t count = ++prefixes_of_length_[components];
  if (count == 1) {
    set_flag(present_, components, true);
  } else if (count == sparse_max + 1) {
    set_flag(dense_, components, true);
  }
}

void PrefixLengths::remove(unsigned components, std::uint64_t hash) {
  const std::uint32_t count = --prefixes_of_length_[components];
  if (count == 0) {
    set_flag(present_, components, false);
  } else if (count == sparse_max) {
    set_flag(dense_, components, false);
  }
  for (unsigned which = 0; which < bits_per_prefix; ++which) {
    const unsigned bit = bit_of(hash, which);
    if (--prefixes_of_bit_[components * bits + bit] == 0) {
      set_flag(filters_[components][bit / 64], bit % 64, false);
    }
  }
}

void PrefixLengths::set_flag(std::atomic<std::uint64_t>& flags, unsigned number, bool on) {
  const std::uint64_t flag = std::uint64_t{1} << number;
  const std::uint64_t before = flags.load(std::memory_order_relaxed);
  flags.store(on ? before | flag : before & ~flag, std::memory_order_release);
}

}  // namespace augustus::table
