// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "forward/stage_context.hh"
#include "forward/trace/trace_egress.hh"
#include "forward/trace/trace_session.hh"

namespace augustus::forward {

/// One packet that is followed: made before it is taken through the stages, alone, with this as their Egress and their
/// context's `trace`; concluded after. The rules tell what they decide (StageContext::note).
class TracedRun final : public TraceEgress {
 public:
  /// `packet` as in Forwarder::process; `name`: its NDN name. The references must outlive this.
  TracedRun(Egress& next, TraceSession& session, std::uint32_t partition, TimeNs now);

  void arrived(rte_mbuf* packet, const wire::PacketView& view, std::span<const std::uint8_t> name);
  void decided(TraceStep step, std::uint32_t number, std::uint8_t detail, FaceId face);
  /// The route that was found; its next hops are there until the packet is concluded.
  void found(const table::FibMatch& route);

  /// Tells what was decided, in the order of the stages, whatever way the packet took through them. The packet may be
  /// gone.
  void conclude();

 private:
  struct Decision {
    TraceStep step;
    wire::PacketKind kind;
    std::uint8_t detail;
    FaceId face;
    std::uint32_t number;
  };

  void left(const TraceEvent& event, rte_mbuf* packet) override;
  void add(const Decision& decision);
  Decision* find(TraceStep step, FaceId face);
  std::uint32_t cost_of(FaceId face) const;
  void tell(const Decision& decision);
  void tell(TraceEvent event);

  TraceSession& session_;
  std::uint64_t number_;
  std::uint32_t partition_;
  TimeNs now_;
  wire::PacketKind kind_ = wire::PacketKind::interest;
  std::span<const table::NextHop> next_hops_;
  unsigned count_ = 0;
  std::array<Decision, 192> decisions_;  ///< to be told in their order; more are told as they are made
};

}  // namespace augustus::forward
