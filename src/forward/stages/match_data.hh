// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Finds out who wants each Data: pending Interests of its exact name (a digest among the selectors is
/// compared with the Data's SHA-256, computed only then), and CanBePrefix Interests of its prefixes.
/// `wanted`: somebody in this partition does; the item's `record` is one of its exact name, if any. What nobody wants is dropped as unsolicited; Data that another
/// partition's Interests may match is passed on to it (a reference); when only that, the Data goes no further
/// here.
void match_data(StageContext& context, const Burst& in, Burst& wanted);

/// By `pending_lengths` of the context. False: no CanBePrefix Interest for a prefix of the Data's name is
/// pending anywhere.
bool may_answer_prefix(const StageContext& context, const wire::PacketView& data);

/// Whether somebody in this partition still wants Data that was matched before; its entry was found again. Sets the
/// item's `record`.
bool is_wanted(StageContext& context, Item& data);

/// Whether the record is satisfied by Data of its exact name.
bool record_matches(StageContext& context, const Item& data, table::PitRecord& record);

/// Copies wanted Data into the content store, unless its sender asked for no caching. What that evicts is gone, with
/// names found before that no record holds.
void insert_cs(StageContext& context, const Burst& wanted);

}  // namespace augustus::forward
