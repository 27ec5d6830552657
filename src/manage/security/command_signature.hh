// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "manage/security/signature_info.hh"
#include "wire/interest.hh"

namespace augustus::manage {

/// The signature of a command Interest in either form: signed Interest of specification 0.3, or the older one
/// whose name ends in timestamp, nonce, SignatureInfo and SignatureValue components.
struct CommandSignature {
  SignatureInfo info;  ///< time_ms is set from the timestamp component in the older form
  std::vector<std::uint8_t> signed_bytes;
  std::vector<std::uint8_t> value;

  enum class Found : std::uint8_t { yes, absent, malformed };
  static Found extract(const wire::Interest& interest, CommandSignature& signature);
};

}  // namespace augustus::manage
