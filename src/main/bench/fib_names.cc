// SPDX-License-Identifier: Apache-2.0
#include "main/bench/fib_names.hh"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "wire/packet_view.hh"

namespace augustus::bench {
namespace {

constexpr unsigned header_bytes = 2;
constexpr unsigned number_bytes = 4;
constexpr unsigned value_bytes_max = 252;
constexpr std::uint8_t type_generic = 8;

/// The finalizer of SplitMix64.
std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

void fill(std::uint8_t* to, std::size_t bytes, std::uint64_t& state) {
  for (std::size_t at = 0; at < bytes; at += sizeof(state)) {
    state = scramble(state + 0x9e3779b97f4a7c15u);
    std::memcpy(to + at, &state, std::min(sizeof(state), bytes - at));
  }
}

}  // namespace

FibNames::FibNames(unsigned prefix_bytes, std::vector<unsigned> depths, unsigned name_components)
    : prefix_bytes_(prefix_bytes), depths_(std::move(depths)), name_components_(name_components) {
  for (const unsigned depth : depths_) {
    if (depth == 0 || prefix_bytes < depth * (header_bytes + number_bytes) ||
        prefix_bytes / depth > value_bytes_max) {
      throw std::invalid_argument("a prefix of " + std::to_string(depth) + " components has " +
                                  std::to_string(depth * (header_bytes + number_bytes)) + " to " +
                                  std::to_string(depth * value_bytes_max) + " bytes");
    }
  }
}

std::size_t FibNames::name_bytes(unsigned prefix_bytes, unsigned name_components) {
  constexpr unsigned component_bytes = header_bytes + number_bytes;
  return std::max(prefix_bytes, component_bytes * wire::prefix_components_max) +
         component_bytes * name_components;
}

std::size_t FibNames::write_name(std::uint32_t number, std::uint8_t* to) const {
  std::size_t length = write_prefix(number, to);
  for (unsigned i = depth(number); i < name_components_; ++i) {
    const std::uint8_t component[] = {type_generic, 4, 'n', 'a', 'm', static_cast<std::uint8_t>('A' + i)};
    std::memcpy(to + length, component, sizeof(component));
    length += sizeof(component);
  }
  return length;
}

std::size_t FibNames::write_of_depth(std::uint32_t number, unsigned depth, std::uint8_t* to) const {
  return write(number, depth, std::max(prefix_bytes_, depth * (header_bytes + number_bytes)), to);
}

std::size_t FibNames::write(std::uint32_t number, unsigned depth, unsigned bytes, std::uint8_t* to) {
  const unsigned values = bytes - depth * header_bytes;
  std::uint64_t state = std::uint64_t{number} << 8 | depth;
  std::uint8_t* at = to;
  std::uint8_t* last = to;
  for (unsigned i = 0; i < depth; ++i) {
    const unsigned value = values / depth + (i < values % depth ? 1 : 0);
    *at++ = type_generic;
    *at++ = static_cast<std::uint8_t>(value);
    last = at;
    fill(at, value, state);
    at += value;
  }
  std::memcpy(last, &number, number_bytes);
  return static_cast<std::size_t>(at - to);
}

}  // namespace augustus::bench
