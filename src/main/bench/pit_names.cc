// SPDX-License-Identifier: Apache-2.0
#include "main/bench/pit_names.hh"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace augustus::bench {
namespace {

constexpr std::uint8_t generic_component = 8;
constexpr unsigned header_bytes = 2;
constexpr unsigned bits_of_character = 6;
constexpr char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

}  // namespace

PitNames::PitNames(unsigned name_bytes, unsigned components, std::uint64_t distinct) {
  const auto bits = static_cast<unsigned>(std::bit_width(distinct - 1));
  component_bits_ = (bits + components - 1) / components;
  bits_ = component_bits_ * components;
  for (unsigned i = 1; i <= components; ++i) {
    ends_.push_back(static_cast<std::uint16_t>(name_bytes * i / components));
    const unsigned bytes = ends_.back() - (i == 1 ? 0 : ends_[i - 2]);
    if (bytes <= header_bytes || (bytes - header_bytes) * bits_of_character < component_bits_) {
      throw std::invalid_argument("names of " + std::to_string(name_bytes) + " bytes and " +
                                  std::to_string(components) + " components cannot be " +
                                  std::to_string(distinct) + " different ones");
    }
  }
}

unsigned PitNames::component_bytes_max() const {
  unsigned most = ends_.front();
  for (std::size_t i = 1; i < ends_.size(); ++i) {
    most = std::max<unsigned>(most, ends_[i] - ends_[i - 1]);
  }
  return most;
}

std::uint64_t PitNames::component_count() const {
  return ends_.size() << component_bits_;
}

std::uint64_t PitNames::prefix_count(std::uint64_t names) const {
  std::uint64_t count = 0;
  for (unsigned i = 1; i <= ends_.size(); ++i) {
    count += std::min(names, std::uint64_t{1} << std::min(component_bits_ * i, 63u));
  }
  return count;
}

void PitNames::write(std::uint64_t number, std::uint8_t* to) const {
  // One to one on numbers of this many bits.
  std::uint64_t mixed = number * 0x9e3779b97f4a7c15u & (distinct() - 1);
  mixed = (mixed ^ mixed >> (bits_ / 2 + 1)) * 0xd6e8feb86659fd93u & (distinct() - 1);
  unsigned begin = 0;
  for (const std::uint16_t end : ends_) {
    to[begin] = generic_component;
    to[begin + 1] = static_cast<std::uint8_t>(end - begin - header_bytes);
    std::uint64_t left = mixed & ((std::uint64_t{1} << component_bits_) - 1);
    mixed >>= component_bits_;
    for (unsigned i = begin + header_bytes; i < end; ++i) {
      to[i] = static_cast<std::uint8_t>(characters[left & ((1u << bits_of_character) - 1)]);
      left >>= bits_of_character;
    }
    begin = end;
  }
}

}  // namespace augustus::bench
