// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "wire/interest.hh"

namespace augustus::client {

/// Makes `interest` a Signed Interest (NDN packet format 0.3) with DigestSha256, the present time and a
/// random SignatureNonce; adds empty ApplicationParameters where it has none. NFD takes a command only when
/// its time, in milliseconds, is later than that of any before with this signer: times grow from one Interest
/// to the next while that keeps them within signature_time_ahead_max_ms of the clock, and repeat beyond. The
/// bound is small because other programs on the machine sign as the same signer.
void sign_with_digest(wire::Interest& interest);

inline constexpr std::uint64_t signature_time_ahead_max_ms = 1000;

/// Whether the next signature's time would repeat the last one's.
bool signature_time_stands();

enum class DigestCheck : std::uint8_t {
  valid,
  invalid,
  other_signature,  ///< not signed with DigestSha256: needs a trust anchor, which these programs do not have
};

/// Checks the DigestSha256 signature of a Data TLV over the bytes as they were received.
DigestCheck check_data_digest(std::span<const std::uint8_t> data_tlv);

}  // namespace augustus::client
