// SPDX-License-Identifier: Apache-2.0
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

void add_link_pools(PoolList& pools, const face::Reassembler& reassembler) {
  constexpr const char* reason = "reassembly_share";
  pools.add("reassembly_packets", reason, reassembler.message_figures());
  pools.add("reassembly_small", reason, reassembler.buffers().small().figures());
  pools.add("reassembly_large", reason, reassembler.buffers().large().figures());
  pools.add("unacknowledged_small", "unprotected", reassembler.unacknowledged().small().figures());
  pools.add("unacknowledged_large", "unprotected", reassembler.unacknowledged().large().figures());
}

}  // namespace

PoolList Router::State::pools() const {
  PoolList pools;
  for (const auto* forwarder : forwarders) {
    forwarder->add_pools(pools);
  }
  pools.add("faces", "faces_full", faces.face_figures());
  pools.add("connections", "faces_full", faces.connection_figures());
  for (const auto& buffers : link_buffers) {
    add_link_pools(pools, buffers->reassembler);
    pools.add("send_small", "send_share", buffers->waiting.buffers().small().figures());
    pools.add("send_large", "send_share", buffers->waiting.buffers().large().figures());
  }
  for (const auto& listener : udp) {
    add_link_pools(pools, listener.channel->reassembler());
  }
  return pools;
}

}  // namespace augustus::worker
