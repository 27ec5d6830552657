// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/clock.hh"
#include "forward/burst.hh"
#include "table/name_table.hh"

namespace augustus::forward {

/// What one look at all who wait for an Interest's record finds out. A stranger can make them a thousand, each a line
/// of memory: whatever is to be known of them for an Interest is asked here, at once.
struct Downstreams {
  table::InRecord* own = nullptr;  ///< of the Face that asks
  bool nonce_of_another = false;   ///< another Face waits with the same nonce
  unsigned listed = 0;             ///< in-records beyond the one within the record
  TimeNs others_expiry = 0;        ///< the latest of the other Faces; 0: there is none
};

/// Those of the Interest's record.
inline Downstreams downstreams_of(table::NameTable& table, const Item& interest) {
  Downstreams found;
  table.for_each_in(*interest.record, [&](table::InRecord& in) {
    found.listed += &in != &interest.record->first_in ? 1 : 0;
    if (in.face == interest.ingress.id) {
      found.own = &in;
    } else {
      found.nonce_of_another = found.nonce_of_another || in.nonce == interest.view->nonce;
      found.others_expiry = std::max(found.others_expiry, in.expiry);
    }
    return true;
  });
  return found;
}

}  // namespace augustus::forward
