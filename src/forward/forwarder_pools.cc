// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "base/incoming_face.hh"
#include "forward/arrival.hh"
#include "forward/forwarder_state.hh"
#include "store/ssd/ssd_tier.hh"

namespace augustus::forward {

static_assert(offsetof(Arrival, face) == 0, "what incoming_face_of() reads");

void Forwarder::add_pools(PoolList& pools) const {
  const table::TableShares& shares = state_->table.shares();
  pools.add("pit_records", drop_name(Drop::pit_share), shares.pit.figures());
  pools.add("digests", drop_name(Drop::digest_share), shares.digests.figures());
  pools.add("in_records", drop_name(Drop::in_records_full), shares.in_records.figures());
  pools.add("out_records", drop_name(Drop::out_records_full), shares.out_records.figures());
  pools.add("name_storage", drop_name(Drop::name_storage), shares.names.figures());
  if (state_->store.has_ssd()) {
    // An Interest that may not wait goes upstream.
    pools.add("ssd_waiting", "ssd_read_busy", state_->store.ssd().waiting_figures());
  }
}

}  // namespace augustus::forward
