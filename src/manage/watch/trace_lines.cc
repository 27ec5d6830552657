// SPDX-License-Identifier: Apache-2.0
#include "manage/watch/trace_lines.hh"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "forward/forward_counters.hh"
#include "forward/rules/next_hop_state.hh"
#include "forward/strategy_id.hh"
#include "wire/name.hh"

namespace augustus::manage {
namespace {

using forward::TraceEvent;
using forward::TraceStep;
using Json = nlohmann::ordered_json;

/// About what a line takes.
constexpr std::size_t line_bytes = 400;

std::string_view word_of(wire::PacketKind kind) {
  switch (kind) {
    case wire::PacketKind::interest:
      return "interest";
    case wire::PacketKind::data:
      return "data";
    case wire::PacketKind::nack:
      return "nack";
  }
  return "";
}

std::string_view word_of(forward::TransferKind kind) {
  switch (kind) {
    case forward::TransferKind::packet:
      return "packet";
    case forward::TransferKind::data_for_prefix:
      return "data_for_prefix";
    case forward::TransferKind::data_solicited:
      return "data_solicited";
    case forward::TransferKind::cs_query:
      return "cs_query";
    case forward::TransferKind::cs_answer:
      return "cs_answer";
    case forward::TransferKind::prefetch_batch:
      return "prefetch_batch";
    case forward::TransferKind::cs_miss:
      return "cs_miss";
  }
  return "";
}

std::string_view word_of(wire::NackReason reason) {
  switch (reason) {
    case wire::NackReason::none:
      return "none";
    case wire::NackReason::congestion:
      return "congestion";
    case wire::NackReason::duplicate:
      return "duplicate";
    case wire::NackReason::no_route:
      return "no_route";
  }
  return "";
}

void add_step(Json& line, const TraceEvent& event) {
  switch (event.step) {
    case TraceStep::arrived:
      line["bytes"] = event.number;
      line["hash"] = fmt::format("{:016x}", event.hash);
      line["nonce"] = fmt::format("{:08x}", event.nonce);
      if (event.detail != std::numeric_limits<std::uint8_t>::max()) {
        line["hop_limit"] = event.detail;
      }
      break;
    case TraceStep::route:
      line["prefix_components"] = event.number;
      line["next_hops"] = event.detail;
      break;
    case TraceStep::next_hop:
      line["cost"] = event.number;
      line["state"] = forward::next_hop_state_name(static_cast<forward::NextHopState>(event.detail));
      break;
    case TraceStep::strategy:
      line["strategy"] = forward::strategy_name(static_cast<forward::StrategyId>(event.detail)).uri();
      break;
    case TraceStep::sent:
      if (event.kind == wire::PacketKind::nack) {
        line["nack_reason"] = word_of(static_cast<wire::NackReason>(event.detail));
      }
      break;
    case TraceStep::passed:
      line["to_partition"] = event.number;
      line["as"] = word_of(static_cast<forward::TransferKind>(event.detail));
      break;
    case TraceStep::satisfied:
      line["records"] = event.number;
      break;
    case TraceStep::dropped:
      line["reason"] = forward::drop_name(static_cast<forward::Drop>(event.detail));
      break;
    default:
      break;
  }
}

}  // namespace

TraceLines::TraceLines(DataPlane& data_plane, forward::TraceSession& session, std::uint64_t packets_max)
    : data_plane_(data_plane),
      session_(session),
      packets_max_(packets_max),
      wall_offset_(wall_clock_now() - monotonic_now()) {}

void TraceLines::read(std::vector<std::uint8_t>& bytes, std::size_t room) {
  std::array<TraceEvent, 1> event;
  const std::size_t until = bytes.size() + room;
  while (!beyond_ && bytes.size() + line_bytes <= until && session_.take(event) != 0) {
    if (event[0].packet > packets_max_) {
      beyond_ = true;
      return;
    }
    packets_ = std::max(packets_, event[0].packet);
    const std::string line = line_of(event[0]) + '\n';
    bytes.insert(bytes.end(), line.begin(), line.end());
  }
}

std::string TraceLines::line_of(const TraceEvent& event) {
  Json line{{"time_ns", event.time + wall_offset_}};
  if (event.packet != 0) {
    line["packet"] = event.packet;
  }
  line["step"] = forward::trace_step_name(event.step);
  if (event.step == TraceStep::arrived || event.step == TraceStep::sent) {
    line["kind"] = word_of(event.kind);
  }
  line["partition"] = event.partition;
  if (event.name_length != 0) {
    const auto name = wire::Name::from_value({event.name.data(), event.name_length});
    line["name"] = name ? name->uri() : "";
    if (event.name_cut) {
      line["name_cut"] = true;
    }
  }
  if (event.face != face_id_none) {
    line["face"] = event.face;
    if (const auto info = data_plane_.find_face(event.face)) {
      line["remote"] = info->remote_uri;
    }
  }
  add_step(line, event);
  return line.dump();
}

std::string TraceLines::summary() const {
  return Json{{"packets", packets_}, {"events_lost", session_.lost()}}.dump();
}

}  // namespace augustus::manage
