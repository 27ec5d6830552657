// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/clock.hh"
#include "manage/codec/control_parameters.hh"
#include "wire/interest.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// A control command <prefix>/<module>/<verb>/<parameters> as a signed Interest of specification 0.3, signed
/// with DigestSha256, with SignatureNonce and SignatureTime. For readvertising and for clients.
wire::Interest make_command(const wire::Name& prefix, std::string_view module, std::string_view verb,
                            const ControlParameters& parameters, TimeNs wall);

}  // namespace augustus::manage
