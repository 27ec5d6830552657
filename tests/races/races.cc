// SPDX-License-Identifier: Apache-2.0
#include "races/races.hh"

#include <cstdlib>
#include <filesystem>
#include <set>

#include "forward/trace/name_sampler.hh"
#include "forward/trace/trace_session.hh"
#include "patience.hh"
#include "races/locked_buffers.hh"
#include "races/socket_line.hh"
#include "worker/capture/capture_session.hh"

namespace augustus::races {
namespace {

std::set<FaceId> faces_of(worker::Router& router) {
  std::set<FaceId> faces;
  for (const auto& face : router.faces().list()) {
    faces.insert(face.id);
  }
  return faces;
}

face::SocketAddress address_of(const worker::ChannelInfo& channel) {
  const auto port = channel.local_uri.substr(channel.local_uri.rfind(':') + 1);
  return *face::SocketAddress::parse("127.0.0.1", static_cast<std::uint16_t>(std::stoul(port)));
}

}  // namespace

void Races::SetUpTestSuite() { hand_over_buffers_under_a_lock(); }

Races::Races() {
  char pattern[] = "races-XXXXXX";
  folder_ = std::filesystem::absolute(mkdtemp(pattern));
}

Races::~Races() {
  traffic_.clear();
  router_.reset();
  std::filesystem::remove_all(folder_);
}

worker::RouterOptions Races::options() const {
  worker::RouterOptions options;
  options.workers = workers;
  options.faces_max = 256;
  options.fib_prefixes_max = 1024;
  options.pit_records_max = 4096;
  options.name_entries_max = 8192;
  options.name_bytes_max = 1u << 20;
  options.store.capacity_packets = 256;
  options.store.capacity_bytes = 4u << 20;
  options.store.frame_bytes = 16u << 10;
  options.small_packets = 4095;
  options.large_packets = 255;
  return options;
}

void Races::start(const worker::RouterOptions& options) {
  router_ = std::make_unique<worker::Router>(options);
  for (unsigned channel = 0; channel < workers; ++channel) {
    router_->listen_udp("127.0.0.1", 0);
  }
  router_->listen_unix(socket_path(), 0600);
  router_->listen_tcp("127.0.0.1", 0);
  router_->listen_websocket("127.0.0.1", 0);
  router_->start();
  const auto channels = router_->channels();
  for (unsigned i = 0; i < prefixes_.size(); ++i) {
    add_traffic(prefixes_[i], [&] { return datagrams_to(address_of(channels[i])); },
                [&] { return datagrams_to(address_of(channels[i + 1])); });
  }
}

void Races::add_traffic(const wire::Name& prefix, const MakeLine& consumer, const MakeLine& producer) {
  // One after the other: the Face that is new is its own.
  FaceId made = face_id_none;
  const auto connected = [&](const MakeLine& make) {
    const auto before = faces_of(*router_);
    auto line = make();
    line->send(idle_packet);
    made = face_id_none;
    EXPECT_TRUE(becomes([&] {
      line->flush();
      for (const FaceId face : faces_of(*router_)) {
        made = before.contains(face) ? made : face;
      }
      return made != face_id_none;
    }));
    return line;
  };
  auto consuming = connected(consumer);
  auto producing = connected(producer);
  producers_.push_back(made);
  ASSERT_NE(made, face_id_none);
  ASSERT_EQ(router_->set_next_hops(prefix, {{made, 0}}), table::FibOutcome::ok);
  traffic_.push_back(std::make_unique<Traffic>(prefix, std::move(consuming), std::move(producing)));
}

void Races::while_packets_pass(const std::function<void(unsigned round)>& disturb, unsigned rounds) {
  for (unsigned round = 0; round < rounds && !HasFatalFailure(); ++round) {
    disturb(round);
    const std::uint64_t before = exchanges();
    ASSERT_TRUE(becomes([&] { return exchanges() > before + 20; })) << "no Data arrives in round " << round;
  }
}

bool Races::becomes(const std::function<bool()>& condition) {
  return test::becomes([&] {
    turn();
    return condition();
  });
}

std::uint64_t Races::exchanges() const {
  std::uint64_t sum = 0;
  for (const auto& traffic : traffic_) {
    sum += traffic->exchanges();
  }
  return sum;
}

FaceId Races::face_of(const std::string& remote_uri) {
  FaceId found = face_id_none;
  becomes([&] {
    for (const auto& face : router_->faces().list()) {
      found = face.remote_uri.starts_with(remote_uri) ? face.id : found;
    }
    return found != face_id_none;
  });
  return found;
}

face::SocketAddress Races::channel(std::string_view scheme) const {
  for (const auto& channel : router_->channels()) {
    if (channel.local_uri.starts_with(scheme)) {
      return address_of(channel);
    }
  }
  throw std::logic_error("no such channel");
}

void Races::move_some(unsigned round) {
  const auto count = static_cast<std::uint32_t>(router_->load().partitions.size());
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(router_->move_partition((round * 5 + i) % count, (round + i) % workers), worker::MoveOutcome::ok);
  }
}

void Races::watch_for_a_moment() {
  ASSERT_TRUE(router_->start_trace(wire::Name()));
  ASSERT_TRUE(router_->start_capture({}));
  router_->start_sampling();
  const std::uint64_t before = exchanges();
  becomes([&] { return exchanges() > before; });
  std::array<forward::TraceEvent, 64> events;
  watched_ += router_->trace()->take(events);
  for (unsigned i = 0; i < events.size() && router_->capture()->take(); ++i) {
    ++watched_;
  }
  std::array<forward::NameSample, 64> samples;
  router_->sampler()->take(samples);
  router_->stop_trace();
  router_->stop_capture();
  router_->stop_sampling();
}

}  // namespace augustus::races
