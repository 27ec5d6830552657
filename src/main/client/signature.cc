// SPDX-License-Identifier: Apache-2.0
#include "main/client/signature.hh"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>

#include "base/clock.hh"
#include "wire/sha256.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::client {
namespace {

constexpr std::uint32_t signature_nonce_type = 0x26;
constexpr std::uint32_t signature_time_type = 0x28;
constexpr std::uint64_t digest_sha256 = 0;

std::atomic<std::uint64_t> last_time_ms{0};

std::uint64_t latest_time_ms() {
  return wall_clock_now() / nanoseconds_per_millisecond + signature_time_ahead_max_ms;
}

std::uint64_t next_time_ms() {
  std::uint64_t last = last_time_ms.load();
  std::uint64_t next = 0;
  do {
    const std::uint64_t latest = latest_time_ms();
    next = std::clamp(last + 1, latest - signature_time_ahead_max_ms, latest);
  } while (!last_time_ms.compare_exchange_weak(last, next));
  return next;
}

}  // namespace

bool signature_time_stands() {
  return last_time_ms.load() >= latest_time_ms();
}

void sign_with_digest(wire::Interest& interest) {
  std::array<std::uint8_t, 8> nonce{};
  if (RAND_bytes(nonce.data(), static_cast<int>(nonce.size())) != 1) {
    throw std::runtime_error("no randomness available");
  }
  wire::TlvWriter info;
  info.number(wire::tlv_type::signature_type, digest_sha256);
  info.element(signature_nonce_type, nonce);
  info.number(signature_time_type, next_time_ms());
  interest.signature_info = info.take();
  if (!interest.parameters) {
    interest.parameters.emplace();
  }
  const auto digest = wire::sha256({interest.signed_portion()});
  interest.signature_value.emplace(digest.begin(), digest.end());
}

DigestCheck check_data_digest(std::span<const std::uint8_t> data_tlv) {
  const auto data = wire::TlvReader(data_tlv).next();
  if (!data || data->type != wire::tlv_type::data) {
    return DigestCheck::invalid;
  }
  bool is_digest = false;
  wire::TlvReader reader(data->value);
  while (const auto element = reader.next()) {
    if (element->type == wire::tlv_type::signature_info) {
      const auto type = wire::TlvReader(element->value).next();
      is_digest = type && type->type == wire::tlv_type::signature_type && type->number() == digest_sha256;
    } else if (element->type == wire::tlv_type::signature_value) {
      const auto covered_bytes = static_cast<std::size_t>(element->tlv.data() - data->value.data());
      const auto digest = wire::sha256({data->value.first(covered_bytes)});
      return !is_digest                                   ? DigestCheck::other_signature
             : std::ranges::equal(digest, element->value) ? DigestCheck::valid
                                                          : DigestCheck::invalid;
    }
  }
  return DigestCheck::invalid;
}

}  // namespace augustus::client
