// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/counter.hh"
#include "forward/latency_histogram.hh"
#include "wire/parse_packet.hh"

namespace augustus::forward {

/// Why a well-formed packet went no further. Each is a counter; names are those of `drop_name`.
enum class Drop : std::uint8_t {
  scope_violation,  ///< /localhost on a non-local Face, /localhop
  duplicate_nonce,  ///< a loop: Nacked on point-to-point Faces, dropped elsewhere
  dead_nonce,
  hop_limit_exceeded,  ///< HopLimit reached 0 and only non-local next hops
  pit_full,
  pit_share,     ///< the Face has as much of a filling PIT, along this route, as one may
  pit_gave_way,  ///< pending, of who held most of a pool that had little left
  name_share,    ///< one name has as many PIT records as it may, and nobody has more of them than this one
  digest_share,  ///< no implicit digest is left, or the Face has as many as one may
  name_storage,  ///< likewise of the storage for long names
  name_table_full,
  in_records_full,
  out_records_full,
  no_route,
  suppressed,  ///< retransmission suppressed by the strategy
  unsolicited_data,
  nack_unmatched,    ///< Nack without a PIT out-record of that nonce, or from a multi-access Face
  face_gone,         ///< the next hop's Face no longer exists
  no_buffer,         ///< the packet pool was empty
  transfer_full,     ///< the ring to another worker was full
  lessons_full,      ///< a route that self-learning found: the ring to management was full
  expired,           ///< a pending Interest ran out of time
  no_next_hop_face,  ///< NextHopFaceId names no Face
  by_element,        ///< an element of the modular router ended it, which says why
  count
};

std::string_view drop_name(Drop drop);

/// Counts of one partition; written by its worker, read by anyone.
struct ForwardCounters {
  Counter interests, data, nacks;  ///< received, well formed
  Counter out_interests, out_data, out_nacks;
  Counter cs_hits, cs_misses;
  Counter cs_stored, cs_refused;   ///< wanted Data that the content store took, could not take
  Counter cs_not_admitted;         ///< and did not want by its admission policy
  Counter satisfied, unsatisfied;  ///< PIT records ended with and without Data
  Counter aggregated, retransmitted;
  LatencyHistogram latency;  ///< of upstreams whose Data satisfied an Interest
  std::array<Counter, static_cast<std::size_t>(Drop::count)> drops;
  std::array<Counter, static_cast<std::size_t>(wire::ParseOutcome::count)> malformed;

  void drop(Drop reason) { drops[static_cast<std::size_t>(reason)].add(); }
};

}  // namespace augustus::forward
