// SPDX-License-Identifier: Apache-2.0
#include "wire/tlv_header.hh"

namespace augustus::wire {
namespace {

TlvOutcome read_var_number(const std::uint8_t*& at, const std::uint8_t* end, std::uint64_t& number) {
  if (at >= end) {
    return TlvOutcome::truncated;
  }
  const std::uint8_t first = *at++;
  if (first < 253) {
    number = first;
    return TlvOutcome::ok;
  }
  const std::size_t bytes = std::size_t{2} << (first - 253);
  if (static_cast<std::size_t>(end - at) < bytes) {
    return TlvOutcome::truncated;
  }
  read_number({at, bytes}, number);
  at += bytes;
  return var_number_bytes(number) == bytes + 1 ? TlvOutcome::ok : TlvOutcome::malformed_number;
}

}  // namespace

TlvOutcome read_long_tlv_header(const std::uint8_t* at, const std::uint8_t* end, TlvHeader& header) {
  std::uint64_t type = 0;
  if (const auto outcome = read_var_number(at, end, type); outcome != TlvOutcome::ok) {
    return outcome;
  }
  if (type == 0 || type > 0xffffffff) {
    return TlvOutcome::malformed_number;
  }
  std::uint64_t length = 0;
  if (const auto outcome = read_var_number(at, end, length); outcome != TlvOutcome::ok) {
    return outcome;
  }
  if (length > static_cast<std::uint64_t>(end - at) || length > 0xffffffff) {
    return TlvOutcome::truncated;
  }
  header = {static_cast<std::uint32_t>(type), static_cast<std::uint32_t>(length), at};
  return TlvOutcome::ok;
}

}  // namespace augustus::wire
