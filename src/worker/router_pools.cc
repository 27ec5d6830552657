// SPDX-License-Identifier: Apache-2.0
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

void add_shares(PoolList& pools, const std::string& name, const char* reason, const face::BufferShares& shares) {
  pools.add(name + "_small", reason, shares.small().figures());
  pools.add(name + "_large", reason, shares.large().figures());
}

void add_link_buffers(PoolList& pools, const face::LinkBuffers& buffers) {
  constexpr const char* reason = "reassembly_share";
  pools.add("reassembly_packets", reason, buffers.reassembler.message_figures());
  add_shares(pools, "reassembly", reason, buffers.reassembler.buffers());
  add_shares(pools, "unacknowledged", "unprotected", buffers.unacknowledged);
  add_shares(pools, "send", "send_share", buffers.waiting.buffers());
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
    add_link_buffers(pools, *buffers);
  }
  for (const auto& port : ports) {
    pools.add("ip_fragments", "port_reassembly_full", port.transport->ip_fragments());
  }
  return pools;
}

}  // namespace augustus::worker
