// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "main/client/client.hh"
#include "wire/name.hh"

namespace augustus::client {

/// Where the segments of an object are: below `name`, as /<name>/seg=<n>.
struct ObjectLocation {
  wire::Name name;
  std::optional<std::uint64_t> final_segment;  ///< where an answer told
  bool fresh = true;                           ///< false: only a store answered, by what is no longer fresh
};

/// Finds the segments of `name`: those of its present version, or right below it. Producers differ in what
/// they answer, so three questions go out together: for /<name>/32=metadata (Realtime Data Retrieval,
/// NDN-TR-0071), for whatever is below the name (CanBePrefix, as ndn-tools asked), and for /<name>/seg=0. The
/// metadata is preferred, then the answer by prefix: when another comes first these have a little longer.
/// Each question is tried again `retries` times. The first two ask for fresh Data; where nobody has any, what a
/// store may have by prefix is asked for once, unless `fresh_alone`. Throws std::runtime_error when nobody
/// answers with a segment or when the answer does not match its signature, Interrupted on a signal to end.
ObjectLocation locate_object(Client& client, const wire::Name& name, std::uint64_t lifetime_ms,
                             unsigned retries, bool fresh_alone = false);

}  // namespace augustus::client
