// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace augustus::races {

/// Starts the EAL and has every packet pool made from now on hand over buffers under a lock of this program: DPDK's
/// own rings are in libraries whose order between threads the sanitizer cannot see.
void hand_over_buffers_under_a_lock();

}  // namespace augustus::races
