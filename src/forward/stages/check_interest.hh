// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// What an Interest must pass before tables are touched: HopLimit (decremented in place), /localhost, a Nonce
/// (added when missing), the Dead Nonce List, and a ForwardingHint that reached its region (removed). What
/// fails is dropped here; Interests whose nonce is dead go to `loops`.
void check_interest(StageContext& context, const Burst& in, Burst& passed, Burst& loops);

/// Takes one from an Interest's HopLimit, if it has one, in packet and view.
void decrement_hop_limit(Item& item);

}  // namespace augustus::forward
