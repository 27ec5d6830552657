// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "forward/stage_context.hh"
#include "forward/trace/trace_counts.hh"
#include "forward/trace/trace_egress.hh"
#include "forward/trace/trace_session.hh"

namespace augustus::forward {

/// One traced packet's way through the stages: made before they run, with this as their Egress; concluded after.
class TracedRun final : public TraceEgress {
 public:
  /// `packet` as in Forwarder::process; `name`: its NDN name. The references must outlive this.
  TracedRun(StageContext& context, TraceSession& session, rte_mbuf* packet, wire::PacketView& view,
            std::span<const std::uint8_t> name);

  /// Notes what was decided, in the order of the stages. The packet may be gone.
  void conclude();

 private:
  struct Hop {
    table::NextHop next;
    std::uint8_t state;
  };

  void left(const TraceEvent& event, rte_mbuf* packet) override;
  void note_arrival(const Item& item, std::span<const std::uint8_t> name);
  void look_ahead(Item& interest);
  void conclude_interest(const TraceCounts& after);
  void conclude_data(const TraceCounts& after);
  void note_route();
  void note(TraceEvent event);
  void note(TraceStep step, std::uint64_t number = 0, std::uint8_t detail = 0);

  StageContext& context_;
  TraceSession& session_;
  std::uint64_t number_;
  wire::PacketKind kind_;
  TraceCounts before_;
  unsigned left_count_ = 0;
  unsigned hop_count_ = 0;
  std::uint16_t route_components_ = 0;
  std::uint8_t strategy_ = 0;
  std::array<TraceEvent, 16> left_;  ///< what left, to be noted in its place; more is noted as it leaves
  std::array<Hop, table::next_hops_max> hops_;
};

}  // namespace augustus::forward
