// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/strategies/pending_interest.hh"

namespace augustus::forward {

/// The eligible next hop of lowest cost; face_id_none: none.
FaceId first_eligible(PendingInterest& interest);
/// The same among those without an unexpired out-record.
FaceId first_unused(PendingInterest& interest);
/// The eligible next hop that was used the longest ago.
FaceId earliest_used(PendingInterest& interest);

}  // namespace augustus::forward
