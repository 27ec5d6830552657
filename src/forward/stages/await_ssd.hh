// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/burst.hh"
#include "forward/stage_context.hh"

namespace augustus::forward {

/// Interests that nobody has been asked for yet, and of which the SSD has the batch, wait for it in their PIT
/// records; the others go on. The partition has an SSD.
void await_ssd(StageContext& context, const Burst& in, Burst& ready);

/// Answers Interests whose wait is over; what the SSD did not have goes upstream. True: something ended.
bool resume_from_ssd(StageContext& context);

/// Has the next batch fetched for Interests for the last but one segment of a batch, in whichever partition
/// it belongs to. The partition has an SSD, hence the others too. True: the content store may have made room for
/// that, so that names found before which only it held may be gone; they are to be found again.
[[nodiscard]] bool prefetch_next_batches(StageContext& context, const Burst& burst);

}  // namespace augustus::forward
