// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "forward/burst.hh"
#include "forward/egress.hh"

namespace augustus::forward {

struct StageContext;

/// Another way through the stages than the fused loop: a graph of elements that the user composed. One
/// partition's, used by whoever owns that.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Takes the packets of a burst that came together: one kind, no name twice (Nacks: names as they come),
  /// the entries of Interests and Data found and their lines asked for. Every packet is sent, kept or freed.
  virtual void run(StageContext& context, const Burst& run) = 0;

  /// A packet that came on a Face and is neither Interest nor Data, counted already, or a whole frame of a
  /// device (Arrival::frame_of). False: still the caller's.
  virtual bool take_malformed(StageContext& context, rte_mbuf* packet) = 0;

  /// Called after stages ran that are not part of a burst (timers, other partitions' messages, the SSD): what
  /// they sent by egress() goes on its way.
  virtual void flush(StageContext& context) = 0;

  /// What the stages send by; results then leave by `outside`, which must stay until this is called again.
  virtual Egress& egress(Egress& outside) = 0;

  /// What it dropped, by reasons of its own, since the partition began. Management thread.
  virtual std::vector<std::pair<std::string, std::uint64_t>> drops() const = 0;
};

/// Makes one for each partition.
using EngineFactory = std::function<std::unique_ptr<Engine>()>;

}  // namespace augustus::forward
