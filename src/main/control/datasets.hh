// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "main/client/client.hh"
#include "manage/codec/channel_status.hh"
#include "manage/codec/cs_info.hh"
#include "manage/codec/tier_status.hh"
#include "manage/codec/drop_status.hh"
#include "manage/codec/face_query_filter.hh"
#include "manage/codec/face_status.hh"
#include "manage/codec/fib_status.hh"
#include "manage/codec/forwarder_status.hh"
#include "manage/codec/log_status.hh"
#include "manage/codec/partition_status.hh"
#include "manage/codec/pool_status.hh"
#include "manage/codec/rib_status.hh"
#include "manage/codec/strategy_status.hh"
#include "manage/codec/thread_status.hh"

namespace augustus::control {

// The router's status datasets, decoded. Each throws std::runtime_error when the router does not answer or
// its answer is not in the form of the NFD management protocol.

manage::ForwarderStatus fetch_general(client::Client& client);
std::vector<manage::ChannelStatus> fetch_channels(client::Client& client);
std::vector<manage::FaceStatus> fetch_faces(client::Client& client);
std::vector<manage::FaceStatus> query_faces(client::Client& client, const manage::FaceQueryFilter& filter);
std::vector<manage::FibStatus> fetch_fib(client::Client& client);
std::vector<manage::RibStatus> fetch_rib(client::Client& client);
manage::CsInfo fetch_cs(client::Client& client);
/// The content store's tiers; empty of routers that have no such dataset, which costs another question.
std::vector<manage::TierStatus> fetch_tiers(client::Client& client);
std::vector<manage::StrategyStatus> fetch_strategies(client::Client& client);
/// Packets dropped, by reason; a dataset that other routers do not have.
std::vector<manage::DropStatus> fetch_drops(client::Client& client);
std::vector<manage::PoolStatus> fetch_pools(client::Client& client);
/// The partitions and threads of the data plane; datasets that other routers do not have.
std::vector<manage::PartitionStatus> fetch_partitions(client::Client& client);
std::vector<manage::ThreadStatus> fetch_threads(client::Client& client);
/// The log levels of the router's modules; a dataset that other routers do not have.
std::vector<manage::LogStatus> fetch_log_levels(client::Client& client);

}  // namespace augustus::control
