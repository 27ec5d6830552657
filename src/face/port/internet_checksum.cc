// SPDX-License-Identifier: Apache-2.0
#include "face/port/internet_checksum.hh"

#include <arpa/inet.h>

#include <cstring>

namespace augustus::face {
namespace {

std::uint16_t fold(std::uint64_t sum) {
  while (sum >> 16 != 0) {
    sum = (sum & 0xffff) + (sum >> 16);
  }
  return static_cast<std::uint16_t>(sum);
}

std::uint64_t sum_of(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0;
  const std::uint8_t* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 4; at += 4, left -= 4) {
    std::uint32_t word;
    std::memcpy(&word, at, 4);
    sum += word;
  }
  std::uint8_t rest[4]{};
  for (std::size_t i = 0; i < left; ++i) {
    rest[i] = at[i];
  }
  std::uint32_t word;
  std::memcpy(&word, rest, 4);
  return sum + word;
}

}  // namespace

void InternetChecksum::add(std::span<const std::uint8_t> bytes) {
  const std::uint16_t sum = fold(sum_of(bytes));
  sum_ += odd_ ? __builtin_bswap16(sum) : sum;
  odd_ ^= bytes.size() % 2 != 0;
}

void InternetChecksum::add(std::uint16_t value) {
  sum_ += htons(value);
}

void InternetChecksum::add_pseudo_header(const IpAddress& source, const IpAddress& destination,
                                         std::uint8_t protocol, std::size_t length) {
  add(source.wire());
  add(destination.wire());
  add(static_cast<std::uint16_t>(length >> 16));
  add(static_cast<std::uint16_t>(length));
  add(std::uint16_t{protocol});
}

std::uint16_t InternetChecksum::folded() const {
  return fold(sum_);
}

void InternetChecksum::store(std::uint8_t* field) const {
  const auto value = static_cast<std::uint16_t>(~folded());
  std::memcpy(field, &value, 2);
}

void InternetChecksum::store_for_udp(std::uint8_t* field) const {
  const auto value = static_cast<std::uint16_t>(~folded());
  const std::uint16_t written = value == 0 ? 0xffff : value;
  std::memcpy(field, &written, 2);
}

bool InternetChecksum::unfinished_in(const std::uint8_t* field) const {
  std::uint16_t value;
  std::memcpy(&value, field, 2);
  return value == folded();
}

}  // namespace augustus::face
