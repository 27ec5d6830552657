// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "main/control/datasets.hh"

namespace augustus::control {

// The datasets as text for people.

/// `pit_structure`: empty where the router does not tell.
void print_general(std::ostream& out, const manage::ForwarderStatus& status,
                   const std::vector<manage::DropStatus>& drops, const std::string& pit_structure,
                   const std::string& indent = "");
void print_channels(std::ostream& out, const std::vector<manage::ChannelStatus>& channels,
                    const std::string& indent = "");
void print_faces(std::ostream& out, const std::vector<manage::FaceStatus>& faces,
                 const std::string& indent = "");
void print_face(std::ostream& out, const manage::FaceStatus& face);
void print_fib(std::ostream& out, const std::vector<manage::FibStatus>& entries,
               const std::string& indent = "");
void print_rib(std::ostream& out, const std::vector<manage::RibStatus>& entries,
               const std::string& indent = "");
void print_cs(std::ostream& out, const manage::CsInfo& info, const std::string& indent = "");
void print_tier(std::ostream& out, const manage::TierStatus& tier, const std::string& indent = "");
void print_strategies(std::ostream& out, const std::vector<manage::StrategyStatus>& choices,
                      const std::string& indent = "");

/// What of each pool is in use, and by whom.
void print_pools(std::ostream& out, const std::vector<manage::PoolStatus>& pools,
                 const std::string& indent = "");
void print_partitions(std::ostream& out, const std::vector<manage::PartitionStatus>& partitions,
                      const std::string& indent = "");
void print_threads(std::ostream& out, const std::vector<manage::ThreadStatus>& threads,
                   const std::string& indent = "");

}  // namespace augustus::control
