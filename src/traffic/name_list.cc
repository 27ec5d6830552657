// SPDX-License-Identifier: Apache-2.0
#include "traffic/name_list.hh"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace augustus::traffic {
namespace {

constexpr unsigned header_bytes = 2;  ///< of a component
constexpr unsigned number_bytes = 4;
constexpr unsigned component_bytes_max = 252;
constexpr std::uint8_t type_generic = 8;

/// Where components begin: the value bytes are shared out evenly, the first get what is left over.
std::vector<unsigned> component_starts(const NameShape& shape) {
  if (shape.components < 2 || shape.name_bytes < shape.components * (header_bytes + number_bytes)) {
    throw std::invalid_argument("names need at least 2 components and " +
                                std::to_string(header_bytes + number_bytes) + " bytes for each");
  }
  const unsigned values = shape.name_bytes - shape.components * header_bytes;
  if (values / shape.components + 1 > component_bytes_max) {
    throw std::invalid_argument("components are limited to 252 bytes: ask for more of them");
  }
  std::vector<unsigned> starts{0};
  for (unsigned i = 0; i < shape.components; ++i) {
    const unsigned value = values / shape.components + (i < values % shape.components ? 1 : 0);
    starts.push_back(starts.back() + header_bytes + value);
  }
  return starts;
}

/// A bijection of 64 bits whose outputs look random (the finalizer of SplitMix64).
std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

void put_number(std::uint8_t* to, std::uint32_t number) {
  std::memcpy(to, &number, number_bytes);
}

/// Fills with letters drawn from `seed`.
void fill(std::uint8_t* to, std::uint8_t* end, std::uint64_t seed) {
  for (; to != end; ++to) {
    seed = scramble(seed + 1);
    *to = static_cast<std::uint8_t>('a' + seed % 26);
  }
}

}  // namespace

NameList::NameList(const NameShape& shape, std::uint32_t count)
    : shape_(shape),
      count_(count),
      starts_(component_starts(shape)),
      stride_((shape.name_bytes + 7u) / 8 * 8),
      memory_(count * stride_, "load"),
      bytes_(static_cast<std::uint8_t*>(memory_.data())) {
  for (std::uint32_t n = 0; n < count; ++n) {
    std::uint8_t* const name = bytes_ + n * stride_;
    write_prefix(name, static_cast<std::uint32_t>((scramble(n) >> 32) * shape.prefixes >> 32));
    for (unsigned i = shape.prefix_components(); i < shape.components; ++i) {
      name[starts_[i]] = type_generic;
      name[starts_[i] + 1] = static_cast<std::uint8_t>(starts_[i + 1] - starts_[i] - header_bytes);
      fill(name + starts_[i] + header_bytes, name + starts_[i + 1], scramble(n) + i);
    }
    put_number(name + starts_[shape.components - 1] + header_bytes, n);
  }
}

std::uint32_t NameList::number_of(const std::uint8_t* name) const {
  std::uint32_t number = 0;
  std::memcpy(&number, name + starts_[shape_.components - 1] + header_bytes, number_bytes);
  return number;
}

void NameList::write_prefix(std::uint8_t* to, std::uint32_t prefix) const {
  const unsigned components = shape_.prefix_components();
  // Some prefixes share all but their last component.
  constexpr std::uint32_t siblings = 100;
  for (unsigned i = 0; i < components; ++i) {
    const bool last = i + 1 == components;
    to[starts_[i]] = type_generic;
    to[starts_[i] + 1] = static_cast<std::uint8_t>(starts_[i + 1] - starts_[i] - header_bytes);
    fill(to + starts_[i] + header_bytes, to + starts_[i + 1], last ? prefix : prefix / siblings + 77);
    put_number(to + starts_[i] + header_bytes, last ? prefix : prefix / siblings);
  }
}

std::vector<std::uint8_t> NameList::prefix(std::uint32_t prefix) const {
  std::vector<std::uint8_t> bytes(starts_[shape_.prefix_components()]);
  write_prefix(bytes.data(), prefix);
  return bytes;
}

}  // namespace augustus::traffic
