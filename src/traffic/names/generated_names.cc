// SPDX-License-Identifier: Apache-2.0
#include "traffic/names/generated_names.hh"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/packet_limit.hh"

namespace augustus::traffic {
namespace {

constexpr unsigned header_bytes = 2;
constexpr unsigned value_bytes_max = 252;
constexpr unsigned bits_a_digit = 5;
constexpr char digits[] = "0123456789abcdefghijklmnopqrstuv";

unsigned digits_for(std::uint64_t count) {
  const unsigned bits = static_cast<unsigned>(std::bit_width(count - 1));
  return std::max(1u, (bits + bits_a_digit - 1) / bits_a_digit);
}

std::uint8_t* put_header(std::uint8_t* at, unsigned bytes) {
  at[0] = wire::component_type::generic;
  at[1] = static_cast<std::uint8_t>(bytes);
  return at + header_bytes;
}

/// A component of `width` bytes: fillers, then the number's digits.
std::uint8_t* put_number(std::uint8_t* at, std::uint64_t number, unsigned digit_count, unsigned width) {
  at = put_header(at, width);
  std::memset(at, 'x', width - digit_count);
  for (unsigned i = 0; i < digit_count; ++i, number >>= bits_a_digit) {
    at[width - 1 - i] = static_cast<std::uint8_t>(digits[number & 31]);
  }
  return at + width;
}

}  // namespace

GeneratedNames::GeneratedNames(GeneratedShape shape, NumberOrder objects, std::optional<NumberOrder> prefixes)
    : shape_(std::move(shape)),
      objects_(std::move(objects)),
      prefixes_(std::move(prefixes)),
      prefix_digits_(shape_.prefixes > 1 ? digits_for(shape_.prefixes) : 0),
      object_digits_(digits_for(shape_.objects)),
      name_(packet_bytes_max) {
  if (shape_.bases.empty() || shape_.prefixes == 0 || shape_.objects == 0) {
    throw std::invalid_argument("names need a prefix and at least one object");
  }
  check_shape();
}

void GeneratedNames::check_shape() const {
  for (const wire::Name& base : shape_.bases) {
    const std::size_t own = (prefix_digits_ > 0 ? 2 : 1);
    const std::size_t least_components = base.size() + own;
    const std::size_t fillers =
        shape_.components > least_components ? shape_.components - least_components : 0;
    const std::size_t least = base.value().size() + (prefix_digits_ > 0 ? header_bytes + prefix_digits_ : 0) +
                              fillers * (header_bytes + 1) + header_bytes + object_digits_;
    const std::size_t most = base.value().size() + (prefix_digits_ > 0 ? header_bytes + prefix_digits_ : 0) +
                             (fillers + 1) * (header_bytes + value_bytes_max);
    if (shape_.components != 0 && shape_.components < least_components) {
      throw std::invalid_argument("names below " + base.uri() + " have at least " +
                                  std::to_string(least_components) + " components");
    }
    if (shape_.name_bytes != 0 && shape_.name_bytes < least) {
      throw std::invalid_argument("names below " + base.uri() + " have at least " + std::to_string(least) +
                                  " bytes with so many components, prefixes and objects");
    }
    if (shape_.name_bytes > most) {
      throw std::invalid_argument("names of " + std::to_string(shape_.name_bytes) +
                                  " bytes need more components");
    }
    if (std::max<std::size_t>(least, shape_.name_bytes) > packet_bytes_max / 2) {
      throw std::invalid_argument("such names are too long for a packet");
    }
  }
}

std::span<const std::uint8_t> GeneratedNames::next() {
  const std::uint64_t object = objects_.next();
  const std::uint64_t count = prefix_count();
  return name(prefixes_ ? prefixes_->next() : count == 1 ? 0 : scramble(object + 1) % count, object);
}

std::uint8_t* GeneratedNames::write_base(std::uint8_t* at, std::uint64_t prefix) const {
  const auto base = shape_.bases[prefix % shape_.bases.size()].value();
  at = std::copy(base.begin(), base.end(), at);
  return prefix_digits_ == 0 ? at
                             : put_number(at, prefix / shape_.bases.size(), prefix_digits_, prefix_digits_);
}

std::span<const std::uint8_t> GeneratedNames::name(std::uint64_t prefix, std::uint64_t object) {
  std::uint8_t* const begin = name_.data();
  std::uint8_t* at = write_base(begin, prefix);
  const std::size_t written =
      shape_.bases[prefix % shape_.bases.size()].size() + (prefix_digits_ > 0 ? 1 : 0);
  const auto rest = static_cast<unsigned>(shape_.components > written ? shape_.components - written : 1);
  // What the fillers and the object's component have for their values.
  const std::size_t done = static_cast<std::size_t>(at - begin) + std::size_t{rest} * header_bytes;
  unsigned values = shape_.name_bytes > done ? static_cast<unsigned>(shape_.name_bytes - done) : 0;
  values = std::max({values, rest - 1 + object_digits_, shape_.object_bytes});
  for (unsigned left = rest; left > 1; --left) {
    const unsigned width = std::min((values - object_digits_) / (left - 1), std::max(values / left, 1u));
    at = put_header(at, width);
    std::memset(at, 'x', width);
    at += width;
    values -= width;
  }
  at = put_number(at, object, object_digits_, values);
  return {begin, static_cast<std::size_t>(at - begin)};
}

wire::Name GeneratedNames::prefix(std::uint64_t number) const {
  std::vector<std::uint8_t> bytes(packet_bytes_max);
  const auto* end = write_base(bytes.data(), number);
  return *wire::Name::from_value({bytes.data(), static_cast<std::size_t>(end - bytes.data())});
}

}  // namespace augustus::traffic
