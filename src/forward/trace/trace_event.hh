// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/clock.hh"
#include "base/face_id.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// What happened to a packet that is traced. Names are those of `trace_step_name`.
enum class TraceStep : std::uint8_t {
  arrived,            ///< `name`, `hash`, `nonce`; `number`: bytes; `detail`: HopLimit, 255 none
  cs_hit,             ///< the content store's memory answers
  cs_miss,
  pit_new,            ///< a PIT record was made for it, or one without downstreams taken up again
  pit_joined,         ///< others already wait for the same
  pit_retransmitted,  ///< its Face waits already
  route,              ///< `number`: components of the prefix found in the FIB; `detail`: next hops
  next_hop,           ///< `face`, `number`: cost; `detail`: a NextHopState
  strategy,           ///< `detail`: the StrategyId that decides
  sent,               ///< `kind` to `face`; `detail`: NackReason
  waiting,            ///< for the SSD tier
  passed,             ///< to another partition, `number`; `detail`: TransferKind
  satisfied,          ///< `number`: PIT records that the Data ends
  stored,             ///< in the content store
  not_stored,
  dropped,            ///< `detail`: a Drop
  expired,            ///< a PIT record ended unanswered: `name`
  count
};

/// Why a next hop of the route could be taken or not.
enum class NextHopState : std::uint8_t { usable, down, gone, arrived_there, count };

std::string_view trace_step_name(TraceStep step);
std::string_view next_hop_state_name(NextHopState state);

/// One thing that happened, a plain value. `name` is set with `arrived`, `expired`, and with `sent` where `packet` is 0:
/// the value of an NDN Name TLV, cut at a component when it is longer than there is room.
struct TraceEvent {
  static constexpr std::size_t name_bytes_max = 456;

  TimeNs time = 0;           ///< monotonic
  std::uint64_t packet = 0;  ///< numbers the packets of a session from 1; 0: outside any packet's own run
  std::uint64_t hash = 0;    ///< the tables' hash of the name
  FaceId face = face_id_none;
  std::uint32_t partition = 0;
  std::uint32_t number = 0;
  std::uint32_t nonce = 0;
  TraceStep step = TraceStep::arrived;
  wire::PacketKind kind = wire::PacketKind::interest;
  std::uint8_t detail = 0;
  bool name_cut = false;
  std::uint16_t name_length = 0;
  std::array<std::uint8_t, name_bytes_max> name;
};
static_assert(sizeof(TraceEvent) % 4 == 0);

}  // namespace augustus::forward
