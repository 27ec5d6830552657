// SPDX-License-Identifier: Apache-2.0
#include "face/face_uri.hh"
#include "face/tcp_transport.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

/// What the request says of a Face whatever its kind.
face::FaceInfo info_of(const FaceRequest& request) {
  face::FaceInfo info;
  info.persistency = request.persistency;
  info.flags = request.flags;
  info.mtu = request.mtu;
  info.keeps_trying = request.keeps_trying;
  info.congestion_interval_ns = request.congestion_interval_ns.value_or(info.congestion_interval_ns);
  info.congestion_threshold_bytes = request.congestion_threshold_bytes.value_or(info.congestion_threshold_bytes);
  return info;
}

/// What NFD refuses for outgoing UDP and TCP Faces (daemon/face/udp-factory, tcp-factory): 406.
std::string objection(const FaceRequest& request, const face::SocketAddress& remote) {
  if (request.persistency == face::Persistency::on_demand) {
    return "Outgoing faces do not support on-demand persistency";
  }
  if (request.local_uri) {
    return "A unicast face takes no LocalUri";
  }
  if (remote.is_multicast()) {
    return "Multicast faces are made by the configuration";
  }
  if ((request.flags & face::flag_local_fields) != 0) {
    return "Local fields can only be enabled on faces with local scope";
  }
  return {};
}

}  // namespace

FaceResult Router::State::create_udp_face(const FaceRequest& request, const face::SocketAddress& remote) {
  for (const auto& listener : udp) {
    if (listener.channel->is_v6() != remote.is_v6()) {
      continue;
    }
    const FaceId id = on_worker(listener.worker, [&](Worker& worker) {
      const FaceId added = listener.channel->add_face(remote, info_of(request), monotonic_now());
      if (added != face_id_none) {
        worker.transports().bind(added, listener.channel);
      }
      return added;
    });
    if (id == face_id_none) {
      return {504, "No room for another face", std::nullopt};
    }
    return {200, "OK", faces.find(id)};
  }
  return {504, "No UDP channel of this address family", std::nullopt};
}

FaceResult Router::State::create_tcp_face(const FaceRequest& request, const face::SocketAddress& remote) {
  const unsigned worker = next_worker();
  auto stream = std::make_unique<face::TcpTransport>(remote, info_of(request), static_cast<std::uint8_t>(worker),
                                                     faces, pool, monotonic_now(),
                                                     stream_options(worker, time_never));
  const FaceId id = stream->face();
  if (id == face_id_none) {
    return {504, "No room for another face", std::nullopt};
  }
  if (stream->finished()) {
    return {504, "Connection failed: " + stream->problem(), std::nullopt};
  }
  const auto made = faces.find(id);
  adopt(std::move(stream), worker, {id});
  return {200, "OK", made, true};
}

std::optional<FaceResult> Router::State::create_port_face(const FaceRequest& request,
                                                          const face::FaceUri& remote) {
  std::optional<face::FaceUri> local;
  if (request.local_uri) {
    local = face::FaceUri::parse(*request.local_uri);
    if (!local || !local->is_canonical()) {
      return FaceResult{400, "Local URI is not canonical", std::nullopt};
    }
  }
  for (const auto& port : ports) {
    // The kernel's own routes serve what no port has on its link.
    if (local ? !port.transport->serves(remote, local) : !port.transport->on_link(remote)) {
      continue;
    }
    if (request.persistency == face::Persistency::on_demand) {
      return FaceResult{406, "Outgoing faces do not support on-demand persistency", std::nullopt};
    }
    const FaceId id = on_worker(port.worker, [&](Worker& worker) {
      const FaceId added = port.transport->add_face(remote, local, info_of(request), monotonic_now());
      if (added != face_id_none) {
        worker.transports().bind(added, port.transport);
      }
      return added;
    });
    if (id == face_id_none) {
      return FaceResult{504, "No room for another face", std::nullopt};
    }
    return FaceResult{200, "OK", faces.find(id)};
  }
  return std::nullopt;
}

FaceResult Router::create_face(const FaceRequest& request) {
  const auto uri = face::FaceUri::parse(request.remote_uri);
  if (!uri || !uri->is_canonical()) {
    return {400, "Remote URI is not canonical", std::nullopt};
  }
  // Two ports may each have a neighbour of the same Ethernet address: everybody, for one.
  const std::string local = uri->scheme == "ether" ? request.local_uri.value_or("") : "";
  if (const auto existing = state_->faces.find_by_remote(request.remote_uri, local)) {
    return {409, "Face with remote URI already exists", existing};
  }
  if (auto made = state_->create_port_face(request, *uri)) {
    return std::move(*made);
  }
  const auto remote = uri->address();
  if (!uri->is_ip() || !remote) {
    return {406, "Unsupported protocol " + uri->scheme, std::nullopt};
  }
  if (auto reason = objection(request, *remote); !reason.empty()) {
    return {406, std::move(reason), std::nullopt};
  }
  return uri->scheme.starts_with("udp") ? state_->create_udp_face(request, *remote)
                                        : state_->create_tcp_face(request, *remote);
}

bool Router::set_face_persistency(FaceId id, face::Persistency persistency) {
  const auto info = state_->faces.find(id);
  if (!info || info->remote_uri.starts_with("unix") || info->remote_uri.starts_with("fd") ||
      info->remote_uri.starts_with("ws")) {
    return false;
  }
  // A TCP Face that we did not connect cannot be connected again.
  if (persistency == face::Persistency::permanent && info->persistency == face::Persistency::on_demand &&
      info->remote_uri.starts_with("tcp")) {
    return false;
  }
  return state_->faces.update(id, [persistency](face::FaceInfo& change) { change.persistency = persistency; });
}

}  // namespace augustus::worker
