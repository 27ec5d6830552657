// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <system_error>

#include "base/log.hh"
#include "face/stream_transport.hh"
#include "face/tcp_transport.hh"
#include "face/udp_channel.hh"
#include "face/udp_multicast.hh"
#include "face/websocket_transport.hh"
#include "worker/accepting_transport.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

face::SocketAddress address_or_throw(const std::string& host, std::uint16_t port) {
  const auto address = face::SocketAddress::parse(host, port);
  if (!address) {
    throw std::system_error(EINVAL, std::generic_category(), "not a numeric address: " + host);
  }
  return *address;
}

}  // namespace

void Router::State::adopt_stream(face::AcceptedStream accepted) {
  const unsigned worker = next_worker();
  const auto owner = static_cast<std::uint8_t>(worker);
  const auto tcp = stream_options(worker, options.tcp_idle_timeout_ns);
  const auto websocket = stream_options(worker, options.websocket_idle_timeout_ns);
  std::unique_ptr<face::StreamTransport> stream;
  switch (accepted.kind) {
    case face::StreamKind::tcp:
      stream = std::make_unique<face::TcpTransport>(std::move(accepted.socket), std::move(accepted.info),
                                                    owner, faces, pool, tcp);
      break;
    case face::StreamKind::websocket:
      stream = std::make_unique<face::WebSocketTransport>(
          std::move(accepted.socket), std::move(accepted.info), owner, faces, pool, monotonic_now(), websocket,
          options.web_pages);
      break;
    case face::StreamKind::unix_stream:
      stream = std::make_unique<face::StreamTransport>(std::move(accepted.socket), std::move(accepted.info),
                                                       owner, faces, pool, stream_options(worker, time_never));
      break;
  }
  const FaceId face = stream->face();
  if (face != face_id_none) {
    adopt(std::move(stream), worker, {face});
    return;
  }
  ++streams_refused;
  if (crowding_logged.admit(monotonic_now())) {
    log(LogModule::face).warn("a client was sent away: the face table is full, or its address has too many");
  }
}

face::StreamOptions Router::State::stream_options(unsigned worker, TimeNs idle_timeout) {
  return {.buffers = link_buffers[worker].get(), .idle_timeout = idle_timeout};
}

void Router::State::listen(face::StreamListener listener) {
  channels.push_back({listener.local_uri()});
  management.transports().add(std::make_unique<AcceptingTransport>(
      std::move(listener), [this](face::AcceptedStream accepted) { adopt_stream(std::move(accepted)); }));
}

void Router::listen_unix(const std::string& path, unsigned mode) {
  state_->listen(face::StreamListener::on_unix(path, mode));
}

void Router::listen_tcp(const std::string& address, std::uint16_t port) {
  state_->listen(face::StreamListener::on_tcp(address_or_throw(address, port)));
}

void Router::listen_websocket(const std::string& address, std::uint16_t port) {
  state_->listen(face::StreamListener::on_websocket(address_or_throw(address, port)));
}

FaceId Router::add_udp_multicast(const std::string& group, std::uint16_t port, const std::string& interface) {
  const unsigned worker = state_->next_worker();
  auto transport = std::make_unique<face::UdpMulticast>(
      address_or_throw(group, port), interface, face::UdpMulticastOptions{.buffers = &link_buffers(worker)},
      static_cast<std::uint8_t>(worker), state_->faces, state_->pool);
  const FaceId face = transport->face();
  state_->adopt(std::move(transport), worker, {face});
  return face;
}

void Router::listen_udp(const std::string& address, std::uint16_t port) {
  const unsigned worker = state_->next_worker();
  const face::UdpChannelOptions options{.idle_timeout = state_->options.udp_idle_timeout_ns,
                                        .buffers = &link_buffers(worker)};
  auto channel =
      std::make_unique<face::UdpChannel>(address_or_throw(address, port), options,
                                         static_cast<std::uint8_t>(worker), state_->faces, state_->pool);
  state_->channels.push_back({channel->local_uri()});
  state_->udp.push_back({channel.get(), worker});
  state_->adopt(std::move(channel), worker, {});
}

unsigned Router::State::thread_of(const face::PortOptions& port) {
  const bool dispatched = port.dispatch == face::PortDispatch::dispatcher;
  const unsigned threads = dispatched ? options.dispatchers : options.workers;
  if (threads == 0) {
    throw std::invalid_argument("port " + port.name + ": there is no dispatcher thread");
  }
  if (port.worker) {
    return *port.worker % threads + (dispatched ? options.workers : 0);
  }
  return dispatched ? next_dispatcher() : next_worker();
}

void Router::add_port(face::PortOptions options) {
  const auto& kept = state_->options.compact_names;
  if (options.keeps_names && std::ranges::find(kept, options.header) == kept.end()) {
    throw std::invalid_argument("port " + options.name + ": the router has no tables for its compact names");
  }
  options.batch = state_->options.batch;
  options.number = port_number(state_->ports.size());
  const unsigned worker = state_->thread_of(options);
  const bool dispatched = options.dispatch == face::PortDispatch::dispatcher;
  options.threads = dispatched                  ? state_->options.workers + 1
                    : spreads(options.dispatch) ? state_->options.workers
                                                : 1;
  if (options.dispatch == face::PortDispatch::rss_udp && options.udp_ports == 1) {
    options.udp_ports = static_cast<std::uint16_t>(state_->partition_count);
  }
  auto port = std::make_unique<face::PortTransport>(options, static_cast<std::uint8_t>(worker), state_->faces,
                                                    state_->pool, &link_buffers(worker));
  std::vector<FaceId> faces;
  for (const FaceId face : {port->multicast_face(), port->compact_face()}) {
    if (face != face_id_none) {
      faces.push_back(face);
    }
  }
  state_->channels.push_back({port->local_uri()});
  State::Port added{port.get(), {}, worker, port->is_up(), faces.empty() ? face_id_none : faces.back()};
  log(LogModule::port)
      .info("port {} ({}) started: MAC {}, MTU {}, {}", port->name(), options.device, port->mac().text(),
            port->mtu(), port->is_up() ? "up" : "down");
  state_->adopt(std::move(port), worker, faces);
  state_->add_branches(added, options, worker);
  state_->ports.push_back(std::move(added));
}

std::optional<PortEnd> Router::find_port(std::string_view name) const {
  for (std::size_t index = 0; index < state_->ports.size(); ++index) {
    const face::PortTransport& port = *state_->ports[index].transport;
    if (port.name() == name) {
      return PortEnd{port_number(index), port.hub(), state_->ports[index].own_face};
    }
  }
  return std::nullopt;
}

void Router::State::add_branches(Port& port, const face::PortOptions& options, unsigned driver) {
  const auto& hub = port.transport->hub();
  unsigned thread = 0;
  for (unsigned number = 1; number <= hub->branches(); ++number, ++thread) {
    thread += thread == driver ? 1 : 0;
    auto branch = std::make_unique<face::PortBranch>(hub, options, number, thread, faces, pool,
                                                     link_buffers[thread].get());
    port.branches.push_back(branch.get());
    adopt(std::move(branch), thread, {});
  }
  if (spreads(options.dispatch)) {
    const auto& device = hub->device();
    log(LogModule::port)
        .info("port {}: {} receive queues, {}", options.name, device.receive_queues(),
              device.spreads_by().empty() ? "spread as the driver does" : "spread by " + device.spreads_by());
  }
}

std::vector<ChannelInfo> Router::channels() const {
  return state_->channels;
}

bool Router::destroy_face(FaceId id) {
  const auto attributes = state_->faces.attributes().find(id);
  if (attributes.id == face_id_none || id < face_id_first_user) {
    return false;
  }
  if (attributes.owner == state_->management_thread()) {
    return state_->management.transports().close_face(id);
  }
  return state_->on_worker(attributes.owner,
                           [id](Worker& worker) { return worker.transports().close_face(id); });
}

}  // namespace augustus::worker
