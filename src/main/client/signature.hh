// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "wire/interest.hh"

namespace augustus::client {

/// Makes `interest` a Signed Interest (NDN packet format 0.3) with DigestSha256, the present time and a
/// random SignatureNonce; adds empty ApplicationParameters where it has none.
void sign_with_digest(wire::Interest& interest);

enum class DigestCheck : std::uint8_t {
  valid,
  invalid,
  other_signature,  ///< not signed with DigestSha256: needs a trust anchor, which these programs do not have
};

/// Checks the DigestSha256 signature of a Data TLV over the bytes as they were received.
DigestCheck check_data_digest(std::span<const std::uint8_t> data_tlv);

}  // namespace augustus::client
