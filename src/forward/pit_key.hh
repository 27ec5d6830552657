// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/keyed_hash.hh"
#include "forward/burst.hh"
#include "table/pit_record.hh"

namespace augustus::forward {

/// The selectors of an Interest as the PIT keys them.
table::PitSelectors selectors_of(const Item& interest, const KeyedHash& hash);

/// True when Data below the Interest's name answers it: CanBePrefix, no implicit digest, and a name short
/// enough to be indexed.
bool matches_below(const wire::PacketView& interest);

/// The 32 bytes of the Interest's implicit digest, or nullptr.
const std::uint8_t* digest_of(const Item& interest);

}  // namespace augustus::forward
