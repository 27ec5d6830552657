// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/packet_pool.hh"
#include "base/quiescence.hh"
#include "forward/forwarder.hh"
#include "scenario/driver.hh"

namespace augustus::scenario {

/// Partitions of a router in this process, without faces or threads, under a virtual clock. What a worker
/// does around them (parse, dispatch by name, pass transfers on) is done here.
class PartitionsDriver final : public Driver {
 public:
  /// `batch`: segments that share a partition.
  PartitionsDriver(const Scenario& scenario, unsigned partitions, std::uint32_t batch, PacketPool& pool,
                   const forward::EngineFactory& engine = {},
                   table::PitStructure structure = table::PitStructure::name_table);
  ~PartitionsDriver() override;

  void add_face(const AddFace& face) override;
  void set_face_state(const SetFaceState& state) override;
  void set_route(const SetRoute& route) override;
  void set_strategy(const SetStrategy& strategy) override;
  void send(const std::vector<std::pair<unsigned, Packet>>& burst) override;
  std::optional<Packet> take(unsigned face) override;
  void set_capacity(std::uint64_t packets) override;
  void advance(std::uint64_t milliseconds) override;
  std::uint64_t counter(const std::string& name) override;
  std::optional<std::string> finish() override;

  /// A Face whose packets have compact headers, and a route for all compact names below `prefix` (its components,
  /// each with the '/' behind it).
  void add_compact_face(unsigned face);
  void set_compact_route(const std::string& prefix, const std::vector<std::pair<unsigned, std::uint32_t>>& next_hops);

  /// Every partition goes on with another engine; empty: the fused loop.
  void change_engines(const forward::EngineFactory& engine);

 private:
  class Out;

  rte_mbuf* make_packet(unsigned face, const Packet& packet);
  void attach_ssds(const Sizes& sizes, std::uint32_t batch);
  void settle();
  std::uint64_t pending() const;

  PacketPool& pool_;
  unsigned buffers_before_;
  HashKey key_;
  Quiescence quiescence_;
  forward::FaceAttributeTable faces_;
  table::Fib fib_;
  table::StrategyChoice strategies_;
  table::Fib compact_fib_;
  table::StrategyChoice compact_strategies_;
  table::PendingPrefixFilter pending_prefixes_;
  std::vector<wire::Name> regions_;
  forward::SharedTables shared_;
  std::unique_ptr<Out> out_;
  std::vector<std::unique_ptr<forward::Forwarder>> partitions_;
  std::map<std::string, std::uint64_t> malformed_;
  /// Later than this machine's own clock, which stamps what the SSD gets: extents are never from the future.
  TimeNs now_ = 400'000'000 * nanoseconds_per_second;
};

}  // namespace augustus::scenario
