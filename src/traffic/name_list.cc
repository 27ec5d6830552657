// SPDX-License-Identifier: Apache-2.0
#include "traffic/name_list.hh"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace augustus::traffic {
namespace {

constexpr unsigned ndn_header_bytes = 2;  ///< of a component
constexpr unsigned name_number_bytes = 4;
constexpr unsigned component_bytes_max = 252;
constexpr std::uint8_t type_generic = 8;
constexpr std::uint8_t separator = '/';

/// A bijection of 64 bits whose outputs look random (the finalizer of SplitMix64).
std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

void put_number(std::uint8_t* to, std::uint32_t number) {
  std::memcpy(to, &number, name_number_bytes);
}

/// Fills with letters drawn from `seed`.
void fill(std::uint8_t* to, std::uint8_t* end, std::uint64_t seed) {
  for (; to != end; ++to) {
    seed = scrambled(seed + 1);
    *to = static_cast<std::uint8_t>('a' + seed % 26);
  }
}

}  // namespace

NameList::NameList(const NameShape& shape, std::uint32_t count,
                   const std::function<bool(std::span<const std::uint8_t>)>& wanted)
    : shape_(shape),
      count_(count),
      stride_((shape.name_bytes + 7u) / 8 * 8),
      memory_(count * stride_, "load"),
      bytes_(static_cast<std::uint8_t*>(memory_.data())) {
  set_ends();
  for (std::uint32_t n = 0; n < count; ++n) {
    std::uint8_t* const name = bytes_ + n * stride_;
    std::uint64_t seed = n;
    do {
      write_name(name, n, seed);
      seed += std::uint64_t{1} << 32;
    } while (wanted && !wanted({name, shape_.name_bytes}));
  }
}

unsigned NameList::header_bytes() const {
  return shape_.format == wire::PacketFormat::ndn ? ndn_header_bytes : 0;
}

/// The value bytes are shared out evenly, the first components get what is left over; but a chunk id has its
/// size.
void NameList::set_ends() {
  const bool is_ndn = shape_.format == wire::PacketFormat::ndn;
  const unsigned fixed = is_ndn ? 0 : name_number_bytes;
  const unsigned shared = shape_.components - (is_ndn ? 0 : 1);
  const unsigned separators = shape_.format == wire::PacketFormat::compact_2016 ? shared : 0;
  const unsigned framing = shape_.components * header_bytes() + separators + fixed;
  if (shape_.components < 2 || shape_.name_bytes < framing + shared * name_number_bytes) {
    throw std::invalid_argument("names need at least 2 components and " + std::to_string(name_number_bytes) +
                                " bytes for each, besides what separates them");
  }
  const unsigned values = shape_.name_bytes - framing;
  if (values / shared + 1 > component_bytes_max) {
    throw std::invalid_argument("components are limited to 252 bytes: ask for more of them");
  }
  for (unsigned i = 0; i < shape_.components; ++i) {
    const bool chunk = i >= shared;
    const unsigned value = chunk ? fixed : values / shared + (i < values % shared ? 1 : 0);
    ends_.push_back(
        static_cast<std::uint16_t>(start(i) + header_bytes() + value + (separators != 0 && !chunk ? 1 : 0)));
  }
}

/// Writes what tells the component from the next one.
void NameList::frame(std::uint8_t* name, unsigned component) const {
  if (shape_.format == wire::PacketFormat::ndn) {
    name[start(component)] = type_generic;
    name[start(component) + 1] = static_cast<std::uint8_t>(ends_[component] - value_start(component));
  } else if (shape_.format == wire::PacketFormat::compact_2016 && component + 1 != shape_.components) {
    name[ends_[component] - 1] = separator;
  }
}

void NameList::write_name(std::uint8_t* to, std::uint32_t number, std::uint64_t seed) const {
  write_prefix(to, static_cast<std::uint32_t>((scrambled(seed) >> 32) * shape_.prefixes >> 32));
  for (unsigned i = shape_.prefix_components(); i < shape_.components; ++i) {
    fill(to + value_start(i), to + ends_[i], scrambled(seed) + i);
    frame(to, i);
  }
  put_number(to + value_start(shape_.components - 1), number);
}

std::uint32_t NameList::number_of(const std::uint8_t* name) const {
  std::uint32_t number = 0;
  std::memcpy(&number, name + value_start(shape_.components - 1), name_number_bytes);
  return number;
}

void NameList::write_prefix(std::uint8_t* to, std::uint32_t prefix) const {
  const unsigned components = shape_.prefix_components();
  prefix += shape_.first_prefix;
  // Some prefixes share all but their last component.
  constexpr std::uint32_t siblings = 100;
  for (unsigned i = 0; i < components; ++i) {
    const bool last = i + 1 == components;
    fill(to + value_start(i), to + ends_[i], last ? prefix : prefix / siblings + 77);
    frame(to, i);
    put_number(to + value_start(i), last ? prefix : prefix / siblings);
  }
}

std::vector<std::uint8_t> NameList::prefix(std::uint32_t prefix) const {
  std::vector<std::uint8_t> bytes(ends_[shape_.prefix_components() - 1]);
  write_prefix(bytes.data(), prefix);
  return bytes;
}

}  // namespace augustus::traffic
